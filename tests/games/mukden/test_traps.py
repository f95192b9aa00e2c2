"""What is easily got wrong: one test for each trap that docs/provenance/mukden.md lists."""

from tests.games.mukden.table import start, table

from shapan.kernel import rule


@rule("mukden", "T1", "7.2")
def test_t1_a_friendly_unit_cancels_no_enemy_zone() -> None:
    t = table("J-1@1320 J-9@1313 R-Mad@1312", phase="movement")
    t.refuses("move J-1 1320-1319-1318-1317-1316-1315-1314-1313", "8.4")
    t = table("J-3@2118 J-4@2216 R-55@2215", phase="movement")
    t.refuses("move J-3 2118-2218-2217-2216-2316", "7.1")
    t = table("J-1@1320 J-9@1922 R-Mad@2022", phase="movement")
    assert max(t.reach("J-1").values()) == 8, "a unit in Liaoyang does not open the supply head"


@rule("mukden", "T2", "8.3", "9.6")
def test_t2_a_pass_is_cheap_only_from_a_pass_and_still_mountain_in_combat() -> None:
    assert table("J-12@3117 R-Mad@4112", phase="movement").reach("J-12")["3116"] == 1
    assert table("J-12@3216 R-Mad@4112", phase="movement").reach("J-12")["3116"] == 2
    t = table("J-12@3117 R-3ESi@3116").push("attack J-12 3116", "resolve 0")
    assert "shift.pass" in [shift["cause"] for shift in t.told("shift")]


@rule("mukden", "T3", "8.3")
def test_t3_a_railroad_is_no_road_and_no_bridge() -> None:
    assert table("J-3@2115 R-Mad@4112", phase="movement").reach("J-3")["2116"] == 2
    assert table("R-14@2801 J-1@1320", phase="movement", to_act="russian").reach("R-14")["2802"] == 1


@rule("mukden", "T4", "9.1", "5.5")
def test_t4_being_attacked_uses_up_a_unit() -> None:
    t = table("J-1@1609 J-7@1320 R-15@1608", order="combat").push("attack J-1 1608", "resolve 0", "roll 6")
    assert t.actor == "japanese"
    t.push("flip J-7")
    assert t.phase == "VI"


@rule("mukden", "T5", "9.3")
def test_t5_attackers_stay_face_up_until_the_action_ends() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-14@1607 R-Mad@4112").push(
        "attack J-1 1608", "resolve 0", "roll 1", "advance J-1"
    )
    assert t.face_up("J-1")
    t.push("attack J-1 1607", "resolve 0", "roll 6")
    assert t.down("J-1", "R-14")


@rule("mukden", "T6", "9.6")
def test_t6_one_attacker_over_open_ground_cancels_the_hexside_shift() -> None:
    units = "J-4@2116 J-6@2216 J-1C@2114 R-3@2115 R-Mad@4112"
    with_all = table(units).push("attack J-4 2115", "join J-6", "join J-1C", "resolve 0")
    without = table(units).push("attack J-4 2115", "join J-6", "resolve 0")
    assert "shift.minor_river_or_trench" not in [shift["cause"] for shift in with_all.told("shift")]
    assert [shift["cause"] for shift in without.told("shift")] == ["shift.minor_river_or_trench"]


@rule("mukden", "T7", "9.4", "9.12")
def test_t7_a_momentum_attack_uses_the_line_of_its_side() -> None:
    units = "R-15@1607 R-14@1607 J-1(1)@1608 J-7(1)@1609 J-9@1320"
    t = table(units, to_act="russian").push("attack R-15 1608", "join R-14", "resolve 0", "roll 1", "lose R-15")
    t.push("advance R-15", "advance R-14", "attack R-15 1609", "join R-14", "resolve 0")
    assert (t.told("column")[0]["heading"], t.told("column")[0]["index"]) == ("+5", 3)


@rule("mukden", "T8", "9.6")
def test_t8_concentric_counts_once_and_only_for_those_who_attack() -> None:
    ring = "J-1@1607 J-2@1609 J-3@1507 J-4@1508 J-5@1707 J-6@1708 R-15@1608 R-Mad@4112"
    everybody = table(ring).push("attack J-1 1608", *(f"join J-{n}" for n in range(2, 7)), "resolve 0")
    assert everybody.told("shift") == [{"cause": "shift.concentric_japanese", "columns": "+2"}]
    neighbours = table(ring).push("attack J-1 1608", "join J-5", "resolve 0")
    assert neighbours.told("shift") == []


@rule("mukden", "T9", "9.6")
def test_t9_a_trench_helps_the_nation_that_dug_it() -> None:
    """1715-1716 has trenches of both nations; 2213-2312 only a Russian one."""
    for units, side, attack, helped in (
        ("J-1@1716 R-15@1715", "japanese", "attack J-1 1715", True),
        ("J-1@1716 R-15@1715", "russian", "attack R-15 1716", True),
        ("J-1@2213 R-15@2312", "japanese", "attack J-1 2312", True),
        ("J-1@2213 R-15@2312", "russian", "attack R-15 2213", False),
    ):
        t = table(units, to_act=side).push(attack, "resolve 0")
        assert bool(t.told("shift")) == helped


@rule("mukden", "T10", "9.7")
def test_t10_a_russian_advance_can_cut_the_guns_off() -> None:
    units = "J-1@1821 J-9@2023 J-1C@2022 R-15@1820 R-14@2021 R-9@2021 R-Mad@4112"
    t = table(units, order="combat").push("flip J-9", "attack R-14 2022", "join R-9", "resolve 0", "roll 1", "lose R-9")
    t.push("advance R-14", "halt", "halt", "attack J-1 1820")
    assert t.refuses("resolve 1", "9.7") == "markers_line"


@rule("mukden", "T11", "3.3", "4.2")
def test_t11_control_and_sudden_death_are_judged_at_every_step() -> None:
    way = "move J-1 2305-2405-2505-2605"
    assert table("J-1@2305 R-Mad@4112", turn=3, phase="movement").push(way).at("J-1") == "2505"
    assert table("J-1@2305 R-Mad@4112", turn=4, phase="movement").push(way).at("J-1") == "2605"


@rule("mukden", "T12", "4.3")
def test_t12_cut_off_russians_count_in_full_and_japanese_never() -> None:
    ring = "J-1@2003 J-2@2205 J-3@2007 J-4@1807 J-5@1803 J-6@2207 J-7@1805"
    t = table(f"{ring} R-CC@2005", turn=6, phase="end", held="1922 2310", lost=(5, 5))
    assert t.won == ("japanese", "4.3")
    t = table("J-1@1320 R-Mad@2022 R-14@2700", turn=6, phase="end", held="1922 2310", lost=(5, 6))
    assert t.won == ("japanese", "4.3")


@rule("mukden", "T13", "5.2")
def test_t13_the_corps_returns_next_turn_and_not_before() -> None:
    t = table("J-1@1609 R-CC@1608 R-14@1715", turn=2, order="combat").push(
        "attack J-1 1608", "resolve 0", "roll 1", "halt"
    )
    t.push("pass", "roll 1")
    assert t.at("R-CC") is None
    t.push("pass", "pass")
    assert (t.pos.turn, t.at("R-CC")) == (3, "2310")
    t = table("J-1@1609 R-CC@1608 R-14@1715", turn=6).push("attack J-1 1608", "resolve 0", "roll 1", "halt", "pass")
    assert t.won is not None
    assert t.at("R-CC") is None


@rule("mukden", "T14", "6.1")
def test_t14_stacking_counts_in_half_divisions() -> None:
    book = start().pos.book
    values = {entry["size"]: book.equivalents[unit] for unit, entry in enumerate(book.entries)}
    assert (values, book.stacking_limit) == ({"XXX": 4, "XX": 2, "X": 1, "III": 1}, 4)


@rule("mukden", "T15", "5.5")
def test_t15_after_a_pass_units_still_defend() -> None:
    t = table("J-1@1609 R-15@1608 R-14@1715").push("pass", "attack R-15 1609", "resolve 0", "roll 6")
    assert t.down("J-1")
    assert t.actor == "russian"


@rule("mukden", "T16", "9.13")
def test_t16_a_unit_that_probed_attacks_only_by_momentum() -> None:
    t = table("J-9@1708 J-7@1708 R-15@1707 R-14@1715").push("probe J-9 1608", "resolve 0", "halt", "pass")
    assert t.refuses("attack J-9 1707", "2.11") == "disrupted"
    assert t.allows("attack J-7 1707")


@rule("mukden", "T17", "9.13")
def test_t17_a_hex_with_friends_is_not_probed() -> None:
    t = table("J-9@1708 J-1@1608 R-15@1707")
    assert t.refuses("probe J-9 1608", "9.13") == "probe_occupied"
    assert "probe J-9 1608" not in t.options()


@rule("mukden", "T18", "6.2")
def test_t18_no_hint_of_hidden_strength() -> None:
    views = [
        table(f"J-1@1716 R-14@1715 {here}@1715 R-55@2500 {there}@2500")
        .push("attack J-1 1715")
        .view("japanese")
        .to_json()
        for here, there in (("R-15(1)", "R-31"), ("R-31", "R-15(1)"))
    ]
    assert views[0] == views[1]


@rule("mukden", "T19", "9.10")
def test_t19_the_owner_is_asked_whenever_losses_can_be_split() -> None:
    t = table("J-1@1609 J-1C@1609 R-15@1608 R-Mad@4112").push("attack J-1 1608", "join J-1C", "resolve 0", "roll 3")
    assert (t.asked, t.actor) == ("lose", "japanese")
    alone = table("J-1@1609 R-15@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 3")
    assert alone.asked == "fight"


@rule("mukden", "T20", "4.2", "5.7")
def test_t20_the_window_closes_after_the_last_phase_of_turn_3() -> None:
    t = table("J-1@2405 R-Mad@4112", turn=3, phase="movement", order="combat").push("flip J-1", "pass")
    assert t.pos.turn == 4
    t.push("declare movement", "roll 1", "move J-1 2505")
    assert (t.outcome, t.holder("2505")) == (None, "japanese")


@rule("mukden", "T21", "5.5")
def test_t21_a_side_may_start_a_phase_with_nothing_to_act_with() -> None:
    t = table("J-1@1320 R-14@1715", phase="III", order="movement").push("roll 2", "paralyse 1715 1", "flip J-1")
    assert t.phase == "VI"
    assert table("J-1@1320* R-14@1715*", phase="movement", order="movement").phase == "VI"


@rule("mukden", "T22", "4.2")
def test_t22_a_single_brigade_on_an_unguarded_railroad_wins() -> None:
    t = table("J-1C@2203 R-Mad@4112", turn=2, phase="movement")
    goals = set(t.pos.book.grid.names(t.pos.book.railroad)) & set(t.reach("J-1C"))
    assert goals
    assert t.push(f"move J-1C {sorted(goals)[0]}").won == ("japanese", "4.2")


@rule("mukden", "T23", "2.1")
def test_t23_even_columns_sit_half_a_hex_higher() -> None:
    grid = start().pos.book.grid
    assert set(grid.names(grid.spread(grid.hexes("1902")))) == {"1901", "1903", "1802", "1803", "2002", "2003"}


@rule("mukden", "T24", "9.4")
def test_t24_a_heading_names_different_columns_for_the_two_sides() -> None:
    crt = start().pos.book.crt
    assert (crt.headings["japanese"].index("+5") + 1, crt.headings["russian"].index("+5") + 1) == (4, 3)
    t = table("J-1@1609 R-15(1)@1608").push("attack J-1 1608", "resolve 0")
    assert (t.told("column")[0]["heading"], t.told("column")[0]["index"]) == ("+5", 4)
