import { isRecord, toTextOrNull } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { readEntryMessage, replaceContent } from './messages.ts'
import { createSending, createSentVersions } from './sending.ts'
import type { SessionTree, TreeEntry } from './tree.ts'

export type Contexts = Readonly<{
  /** What is sent where `leaf` is the last entry; `reader` is the answer that it is sent for, null for none. */
  upTo(leaf: TreeEntry | null, reader: TreeEntry | null): readonly Entry[]
  /** The message of an entry by itself; null where it has none. */
  findOrBuildEntry(entry: TreeEntry): Entry | null
}>

/** Finds what is sent at each place of a session: the way from the root to there, compacted and edited. */
export function createContexts(tree: SessionTree): Contexts {
  const known = new Map<TreeEntry, Entry | null>()
  const findOrBuildEntry = (entry: TreeEntry): Entry | null => {
    const found = known.get(entry)
    if (found !== undefined) return found
    const message = readEntryMessage(entry)
    const made = message === null ? null : { message }
    known.set(entry, made)
    return made
  }
  const versionOf = createVersions(findOrBuildEntry)
  const sentVersions = createSentVersions(tree.entries)
  const path: TreeEntry[] = []
  const places = new Map<TreeEntry, number>()
  let sending = createSending(sentVersions)
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
        sending = createSending(sentVersions)
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

function changesWhatIsSent({ type }: TreeEntry): boolean {
  return type === 'compaction' || type === 'context_edit'
}

/** The entries of a way that are sent, behind the last compaction on it, and the last edit of each. */
function selectSentEntries(
  path: readonly TreeEntry[],
  tree: SessionTree,
): { readonly entries: readonly TreeEntry[]; readonly edits: ReadonlyMap<string, TreeEntry> } {
  const at = path.findLastIndex(({ type }) => type === 'compaction')
  const compaction = path[at]
  const entries =
    compaction === undefined ? path : [compaction, ...selectKeptEntries(compaction, at, { path, tree })]
  const edits = entries.filter(({ type }) => type === 'context_edit')
  return {
    entries: entries.filter((entry) => entry.type !== 'compaction' || entry === compaction),
    edits: new Map(edits.map((edit) => [toTextOrNull(edit.value['targetId']) ?? '', edit])),
  }
}

/** What a compaction kept, and all that follows it. One that names itself or nothing on the way keeps nothing. */
function selectKeptEntries(
  compaction: TreeEntry,
  at: number,
  { path, tree }: { readonly path: readonly TreeEntry[]; readonly tree: SessionTree },
): readonly TreeEntry[] {
  const { firstKeptEntryId: id, firstKeptEntryIndex: place } = compaction.value
  const first =
    toTextOrNull(id) === null ? tree.byPlace(place) : (path.find((entry) => entry.id === id) ?? null)
  const from = first === null ? -1 : path.indexOf(first)
  return [...(from === -1 || from >= at ? [] : path.slice(from, at)), ...path.slice(at + 1)]
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
