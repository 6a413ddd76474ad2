/** Who leads directly to whom. Every node is a key. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The graph between groups of nodes, without arrows within one. Nodes without a group are left out. */
export function groupNodes(
  links: ReadonlyMap<string, readonly string[]>,
  nameGroup: (node: string) => string | null,
): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [node, targets] of links) {
    const from = nameGroup(node)
    if (from === null) continue
    const own = graph.get(from) ?? new Set()
    graph.set(from, own)
    for (const target of targets) {
      const to = nameGroup(target)
      if (to === null || to === from) continue
      own.add(to)
      if (!graph.has(to)) graph.set(to, new Set())
    }
  }
  return graph
}

/** All nodes that a node leads to, over others or not. */
function reach(graph: Graph, from: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(from) ?? [])]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    waiting.push(...(graph.get(node) ?? []))
  }
  return reached
}

/** Nodes that lead to one another, each circle sorted by name. */
export function findCircles(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]))
  const circles = [...graph.keys()]
    .filter((node) => reached.get(node)?.has(node))
    .map((node) =>
      [...graph.keys()]
        .filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node))
        .toSorted(),
    )
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

/** Arrows that no way over other nodes says as well. Nodes of one circle keep all arrows among them. */
export function reduceArrows(graph: Graph): readonly (readonly [from: string, to: string])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]))
  const isInCircle = (one: string, other: string): boolean =>
    reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => isInCircle(from, to) || !hasWayAround(from, to, targets))
      .map((to) => [from, to] as const),
  )

  function hasWayAround(from: string, to: string, targets: ReadonlySet<string>): boolean {
    return [...targets].some(
      (over) =>
        over !== to &&
        !isInCircle(over, from) &&
        !isInCircle(over, to) &&
        reached.get(over)?.has(to) === true,
    )
  }
}
