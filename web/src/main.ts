import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { router } from "./state/router.svelte";

router.start();
const target = document.getElementById("app");
if (target) mount(App, { target });
