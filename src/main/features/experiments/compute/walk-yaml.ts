import { isAlias, isMap, isNode, isScalar, isSeq, type Node } from 'yaml'

/** Keys and places from the top of a document down. */
export type Path = readonly PropertyKey[]

export type YamlFault = { readonly message: string; readonly path: Path; readonly offset: number }

/** Far beyond any experiment; what aliases stand for counts each time. */
const mostNodes = 50_000
const deepest = 40

/** What becomes of the nodes of a document, and where they stand in its text. */
export type YamlWalk = {
  /** The plain value of a node and all below it. What is wrong is added to `faults`. */
  readonly readValue: (node: Node | null) => unknown
  readonly faults: readonly YamlFault[]
  /** Offset in the text of what a path leads to, or of the nearest thing above it that is there. */
  readonly findOffset: (path: Path, at: 'key' | 'value') => number
}

type State = {
  readonly faults: YamlFault[]
  readonly anchors: Map<string, Node>
  /** By path, as JSON. */
  readonly places: Map<string, { readonly key: number; readonly value: number }>
  nodes: number
}

/** Items of a list have no key; they stand for themselves. */
type Place = { readonly path: Path; readonly key?: number; readonly offset: number }

/**
 * Turns nodes into plain values in one pass. The library's own way to do so compares anchors with each other, which
 * takes minutes for a text that is made for it.
 */
export function createYamlWalk(): YamlWalk {
  const state: State = { faults: [], anchors: new Map(), places: new Map(), nodes: 0 }
  return {
    faults: state.faults,
    readValue: (node) => visit(state, node, { path: [], offset: 0 }),
    findOffset(path, at) {
      for (let length = path.length; length >= 0; length -= 1) {
        const place = state.places.get(buildPathKey(path.slice(0, length)))
        if (place) return length === path.length ? place[at] : place.key
      }
      return 0
    },
  }
}

const buildPathKey = (path: Path): string => JSON.stringify(path)

function addFault(state: State, message: string, { path, offset }: Place): undefined {
  state.faults.push({ message, path, offset })
}

function visit(state: State, node: unknown, { path, key, offset: above }: Place): unknown {
  if (state.nodes > mostNodes) return undefined
  state.nodes += 1
  const offset = isNode(node) ? (node.range?.[0] ?? above) : above
  const place = { path, key: key ?? offset, offset }
  if (state.nodes > mostNodes) return addFault(state, 'This is too large with its aliases expanded.', place)
  if (path.length > deepest) return addFault(state, 'This nests too deeply.', place)
  if (!state.places.has(buildPathKey(path)))
    state.places.set(buildPathKey(path), { key: place.key, value: offset })
  if (isAlias(node)) {
    const target = state.anchors.get(node.source)
    if (target === undefined)
      return addFault(state, `Nothing before this has the anchor &${node.source}.`, place)
    return visit(state, target, place)
  }
  if (!isNode(node)) return null
  if (node.tag !== undefined)
    return addFault(state, 'Tags (words with ! before them) are not used here.', place)
  if (node.anchor !== undefined) state.anchors.set(node.anchor, node)
  if (isSeq(node))
    return node.items.map((item, index) => visit(state, item, { path: [...path, index], offset }))
  if (isMap(node)) return visitMap(state, node.items, place)
  return isScalar(node) ? node.value : null
}

function visitMap(
  state: State,
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  { path, offset }: Place,
): unknown {
  const entries = new Map<string, unknown>()
  for (const { key, value } of items) {
    const name = isScalar(key) ? String(key.value) : ''
    const keyOffset = isScalar(key) ? (key.range?.[0] ?? offset) : offset
    const place = { path: [...path, name], key: keyOffset, offset: keyOffset }
    if (!isScalar(key)) addFault(state, 'Keys are single words here.', place)
    else if (entries.has(name)) addFault(state, `${name} stands here twice.`, place)
    else entries.set(name, visit(state, value, place))
  }
  return Object.fromEntries(entries)
}
