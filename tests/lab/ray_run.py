"""`python ray_run.py RUN REPORT`: a run on a Ray cluster of two nodes, one of whose workers is killed in the middle."""

import os
import signal
import sys
from pathlib import Path

import psutil
import ray
from ray.cluster_utils import Cluster

from benben.lab.plans import RunPlan
from benben.lab.pool import RayCluster
from benben.lab.report import write_report
from benben.lab.run import Run

KILL_AFTER = 3  # games


def main() -> None:
    run = Run.open(Path(sys.argv[1]))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    killed: list[int] = []

    def watch(count: int, _plan: RunPlan) -> None:
        if count >= KILL_AFTER and not killed:  # between two batches nobody plays: then after the next game
            killed.extend(workers()[:1])
            for worker in killed:
                os.kill(worker, signal.SIGKILL)

    run.carry_out(RayCluster(cluster.address), watch)
    write_report(run, Path(sys.argv[2]))
    print(len(ray.nodes()), len(killed))
    ray.shutdown()
    cluster.shutdown()


def workers() -> list[int]:
    """The processes that play, both nodes together."""
    family = psutil.Process().children(recursive=True)
    return [each.pid for each in family if "play_batch" in " ".join(each.cmdline())]


if __name__ == "__main__":
    main()
