import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { useLanguage } from "./i18n";
import { router } from "./state/router.svelte";

useLanguage(navigator.language.slice(0, 2));
router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });
