import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import type { PiFamily } from './family.ts'
import { hasProviderHistory, replaceContent } from './messages.ts'
import { createSending, createSentVersions } from './sending.ts'
import type { SessionTree, TreeEntry } from './tree.ts'

export type Contexts = Readonly<{
  /** What is sent where `leaf` is the last entry; `reader` is the answer that it is sent for, null for none. */
  upTo(leaf: TreeEntry | null, reader: TreeEntry | null): readonly Entry[]
  /** The message of an entry by itself; null where it has none. */
  findOrBuildEntry(entry: TreeEntry): Entry | null
}>

/** Finds what is sent at each place of a session: the way from the root to there, compacted and edited. */
export function createContexts(tree: SessionTree, family: PiFamily): Contexts {
  const known = new Map<TreeEntry, Entry | null>()
  const findOrBuildEntry = (entry: TreeEntry): Entry | null => {
    const found = known.get(entry)
    if (found !== undefined) return found
    const message = family.readMessage(entry)
    const made = message === null ? null : { message }
    known.set(entry, made)
    return made
  }
  const versionOf = createVersions(findOrBuildEntry)
  const sentVersions = createSentVersions(tree.entries)
  const path: TreeEntry[] = []
  const places = new Map<TreeEntry, number>()
  let sending = createSending(sentVersions, family)
  const add = (entry: TreeEntry, edit: TreeEntry | undefined): void => {
    const version = edit === undefined ? findOrBuildEntry(entry) : versionOf(entry, edit)
    if (version !== null) sending.add(entry, version)
  }
  return {
    findOrBuildEntry,
    upTo: (leaf, reader) => {
      const way = findWayTo(leaf, places)
      const [first] = way
      const start = first === undefined ? leaf : first.parent
      const common = start === null ? 0 : (places.get(start) ?? -1) + 1
      const isOther = common < path.length || way.some(changesWhatIsSent)
      for (const left of path.splice(common)) places.delete(left)
      for (const entry of way) {
        places.set(entry, path.length)
        path.push(entry)
      }
      if (isOther) {
        sending = createSending(sentVersions, family)
        const { entries, edits } = selectSentEntries(path, tree)
        for (const entry of entries) add(entry, edits.get(entry.id ?? ''))
      } else for (const entry of way) add(entry, undefined)
      return sending.all(reader)
    },
  }
}

/** Entries from behind those that are known to `leaf`, the first of them first. */
function findWayTo(leaf: TreeEntry | null, known: ReadonlyMap<TreeEntry, number>): readonly TreeEntry[] {
  const way: TreeEntry[] = []
  for (let at = leaf; at !== null && !known.has(at); at = at.parent) way.push(at)
  return way.toReversed()
}

function changesWhatIsSent(entry: TreeEntry): boolean {
  return entry.type === 'context_edit' || beginsAnew(entry)
}

/** Whether what is sent begins with this entry: the others of the family can also clear the history. */
function beginsAnew({ type }: TreeEntry): boolean {
  return type === 'compaction' || type === 'reset_boundary' || type === 'reset'
}

/** The entries of a way that are sent, from the last one on with which a history begins, and the last edit of each. */
function selectSentEntries(
  path: readonly TreeEntry[],
  tree: SessionTree,
): { readonly entries: readonly TreeEntry[]; readonly edits: ReadonlyMap<string, TreeEntry> } {
  const at = path.findLastIndex(beginsAnew)
  const start = path[at]
  const entries = start === undefined ? path : [start, ...selectKeptEntries(start, at, { path, tree })]
  const edits = entries.filter(({ type }) => type === 'context_edit')
  return {
    entries: entries.filter((entry) => entry.type !== 'compaction' || entry === start),
    edits: new Map(edits.map((edit) => [toTextOrNull(edit.value['targetId']) ?? '', edit])),
  }
}

type Way = { readonly path: readonly TreeEntry[]; readonly tree: SessionTree }

/** What a new beginning kept, and all that follows it. One that names itself or nothing on the way keeps nothing. */
function selectKeptEntries(start: TreeEntry, at: number, way: Way): readonly TreeEntry[] {
  const from = findFirstKept(start, way)
  return [...(from === -1 || from >= at ? [] : way.path.slice(from, at)), ...way.path.slice(at + 1)]
}

/** The place on the way of the first entry that was kept; -1 for none. */
function findFirstKept(start: TreeEntry, { path, tree }: Way): number {
  const { firstKeptEntryId: id, firstKeptEntryIndex: place } = start.value
  if (hasProviderHistory(start)) {
    // What the provider keeps stands for all up to the entry that is named.
    const end = path.findIndex((entry) => entry.id === start.value['providerReplayThroughEntryId'])
    return end === -1 ? -1 : end + 1
  }
  const first =
    toTextOrNull(id) === null ? tree.byPlace(place) : (path.find((entry) => entry.id === id) ?? null)
  return first === null ? -1 : path.indexOf(first)
}

/** Finds the version of a message that an edit made; null where it took it out. */
function createVersions(entryOf: (entry: TreeEntry) => Entry | null) {
  const versions = new Map<TreeEntry, Entry | null>()
  return (entry: TreeEntry, edit: TreeEntry): Entry | null => {
    const known = versions.get(edit)
    if (known !== undefined) return known
    const own = entryOf(entry)
    const { replacement } = edit.value
    const version =
      own === null || !isRecord(replacement)
        ? null
        : { message: replaceContent(own.message, replacement['content']), isCopy: true }
    versions.set(edit, version)
    return version
  }
}
