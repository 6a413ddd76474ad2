/** One beginning of requests: the item that it ends with is the key in its parent. */
export type PrefixNode = { readonly next: Map<number, PrefixNode>; usedTs: number | null }

/** All beginnings of the requests of a task. */
export type PrefixTree = {
  readonly root: PrefixNode
  readonly childOf: (node: PrefixNode, key: number) => PrefixNode | undefined
  /** When a request began like this, last; milliseconds, null unknown. */
  readonly usedOf: (node: PrefixNode) => number | null
  /** Marks a child as used, and makes it where there is none. */
  readonly use: (node: PrefixNode, key: number, ts: number | null) => PrefixNode
}

/** An empty tree. */
export function createPrefixTree(): PrefixTree {
  return {
    root: { next: new Map(), usedTs: null },
    childOf: (node, key) => node.next.get(key),
    usedOf: ({ usedTs }) => usedTs,
    use: (node, key, ts) => {
      const known = node.next.get(key)
      if (known !== undefined) {
        known.usedTs = ts
        return known
      }
      const made = { next: new Map<number, PrefixNode>(), usedTs: ts }
      node.next.set(key, made)
      return made
    },
  }
}

/** A tree that begins like another one, which stays as it is and must not change while this one is in use. */
export function forkPrefixTree(base: PrefixTree): PrefixTree {
  const used = new Map<PrefixNode, number | null>()
  const made = new Map<PrefixNode, Map<number, PrefixNode>>()
  const childOf = (node: PrefixNode, key: number): PrefixNode | undefined =>
    made.get(node)?.get(key) ?? base.childOf(node, key)
  return {
    root: base.root,
    childOf,
    usedOf: (node) => used.get(node) ?? base.usedOf(node),
    use: (node, key, ts) => {
      const known = childOf(node, key)
      const child = known ?? { next: new Map<number, PrefixNode>(), usedTs: null }
      if (known === undefined) {
        const own = made.get(node) ?? new Map<number, PrefixNode>()
        own.set(key, child)
        made.set(node, own)
      }
      used.set(child, ts)
      return child
    },
  }
}
