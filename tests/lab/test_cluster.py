"""The laboratory on a Ray cluster: two nodes on this machine, one of which is killed in the middle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import ray
from ray.cluster_utils import Cluster

import shapan
from shapan.kernel import ShapanError, Unknown
from shapan.lab.crews import Crew, Ground
from shapan.lab.fuzz import fuzz
from shapan.lab.lessons import lessons, teach
from shapan.lab.simulate import Task, simulate
from shapan.lab.tournament import Played, pairings, tournament


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that hands out work and does none, and one node that does it; tests add others."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


RAY = Crew(2, Ground.RAY)


def told(results: list[Played]) -> list[tuple[object, ...]]:
    return [(each.pairing, each.winner, each.case, each.decisions) for each in results]


def test_the_same_seeds_give_the_same_results_as_in_one_process(cluster: Cluster) -> None:
    task = Task("mukden", ("random", "random"), 7, 0, 3)
    alone, shared = simulate(task), simulate(task, RAY, share=1)
    assert (shared.games, shared.decisions, shared.wins) == (alone.games, alone.decisions, alone.wins)
    assert fuzz(shapan.game("mukden"), 2, 3, every=60, crew=RAY) == fuzz(shapan.game("mukden"), 2, 3, every=60)
    wanted = lessons("mukden", ["battle"], 2, 3)
    assert list(teach(wanted, RAY)) == list(teach(wanted))


def test_a_node_that_dies_loses_no_game_and_none_is_counted_twice(cluster: Cluster) -> None:
    schedule = pairings("mukden", ["random"], 24, seed=5)
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    seen: list[int] = []

    def progress(done: int) -> None:
        seen.append(done)
        if done == 4:
            cluster.remove_node(second, allow_graceful=False)

    results = tournament(schedule, RAY, progress=progress)
    assert told(results) == told(tournament(schedule))
    assert seen == list(range(1, 25))


def test_a_mistake_on_the_cluster_arrives_as_it_is(cluster: Cluster) -> None:
    """In the same words as in this process: a command tells them in one line."""
    with pytest.raises(Unknown, match=r"^unknown scenario 'nowhere'"):
        simulate(Task("mukden", ("random", "random"), 7, 0, 2, "nowhere"), RAY, share=1)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:port", "nowhere.invalid:6379"])
def test_where_no_cluster_is_that_is_told_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda **_: pytest.fail("it would ask for minutes"))
    with pytest.raises(ShapanError, match=f"no Ray cluster at {address}: "):
        simulate(Task("mukden", ("random", "random"), 7, 0, 1), Crew(1, Ground.RAY, address))


def test_an_address_is_that_of_a_cluster() -> None:
    with pytest.raises(ShapanError, match="--on ray"):
        simulate(Task("mukden", ("random", "random"), 7, 0, 1), Crew(address="somewhere:6379"))
