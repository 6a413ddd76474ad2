import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonOrNull } from '../../../shared/kernel/json-values.ts'
import { forkEnds, forkResultSchema, type ForkResult } from '../../../shared/probe/probe-types.ts'
import { buildOwnerName, isOwnerGone } from '../../platform/files/leftovers.ts'
import { withoutGuard } from '../../platform/files/new-files.ts'
import { readFileText } from '../../platform/files/read-file.ts'
import { makeWorkFolder, removeWorkFolder, type FileStamps } from '../../platform/files/workspace-copies.ts'
import { writeFile } from '../../platform/files/write-file.ts'

/** An agent that has ended, before anything was read of what it did: whatever happens next, it is not run again. */
const endedForkSchema = z.object({
  end: z.enum(forkEnds),
  said: z.string(),
  seconds: z.number(),
  /** Of the session that it wrote. */
  path: z.string(),
  /** Its entry in the book; null where a version ran it that booked nothing. */
  callId: z.int().nullable().default(null),
  /** Files of its project; null until they were looked at. */
  changed: z.array(z.string()).nullable(),
})
export type EndedFork = Readonly<z.infer<typeof endedForkSchema>>

/** Where the forks of a probe lie, and what is kept of those that are finished. */
export type ProbeStore = {
  readonly find: (forkId: string) => Promise<ForkResult | null>
  readonly keep: (result: ForkResult) => Promise<void>
  /** Makes the folder of a fork anew, as the work of this process. */
  readonly begin: (forkId: string) => Promise<void>
  readonly findEnded: (forkId: string) => Promise<EndedFork | null>
  readonly keepEnded: (forkId: string, ended: EndedFork) => Promise<void>
  /** The state of the project before the agent began, by which its changes are known. */
  readonly findStamps: (forkId: string) => Promise<FileStamps>
  readonly keepStamps: (forkId: string, stamps: FileStamps) => Promise<void>
  /** Folder of a fork at work, with its home and its copy of the project. */
  readonly folder: (forkId: string) => string
}

/** In bytes. */
const longest = 50_000_000
const endedName = 'ended.json'
const stampsName = 'stamps.json'
const ownerName = 'owner'
const stampsSchema = z.array(z.tuple([z.string(), z.string()]))

/** The forks of a probe, in the data folder. */
export function openProbeStore(dataFolder: string, probeId: string): ProbeStore {
  const base = join(dataFolder, 'probes', probeId)
  const folder = (forkId: string): string => join(base, 'work', forkId)
  const at = (forkId: string, name: string): string => join(folder(forkId), name)
  return {
    folder,
    find: (forkId) => readJson(join(base, `${forkId}.json`), forkResultSchema),
    keep: async (result) => {
      makeWorkFolder(base)
      await writeText(join(base, `${result.id}.json`), `${JSON.stringify(result, null, 1)}\n`)
    },
    begin: async (forkId) => {
      await removeWorkFolder(folder(forkId))
      makeWorkFolder(folder(forkId))
      await writeText(at(forkId, ownerName), buildOwnerName())
    },
    findEnded: (forkId) => readJson(at(forkId, endedName), endedForkSchema),
    keepEnded: (forkId, ended) => writeText(at(forkId, endedName), JSON.stringify(ended)),
    findStamps: async (forkId) => new Map((await readJson(at(forkId, stampsName), stampsSchema)) ?? []),
    keepStamps: (forkId, stamps) => writeText(at(forkId, stampsName), JSON.stringify([...stamps])),
  }
}

/** What killed probes left: folders that were removed, and those of agents that had ended, which their probe reads. */
export type LeftForks = { readonly removed: readonly string[]; readonly unread: readonly string[] }

/**
 * Removes what killed probes left at work. Whose agent had ended is paid for, and stays until its probe has read it; what a
 * living process works on is left to it, and what a person wanted to keep stays.
 */
export async function removeLeftForks(dataFolder: string): Promise<LeftForks> {
  const probes = join(dataFolder, 'probes')
  const [removed, unread]: [string[], string[]] = [[], []]
  for (const probe of await listNames(probes)) {
    const store = openProbeStore(dataFolder, probe)
    for (const fork of await listNames(join(probes, probe, 'work'))) {
      const folder = store.folder(fork)
      const owner = await readFileText(join(folder, ownerName), longest).catch(() => '')
      const result = await store.find(fork)
      if (!isOwnerGone(owner) || result?.keptAt) continue
      const isUnread = result === null && (await store.findEnded(fork)) !== null
      if (!isUnread) await removeWorkFolder(folder)
      ;(isUnread ? unread : removed).push(folder)
    }
  }
  return { removed, unread }
}

const listNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

/** What a file holds; null where it is not there, or holds something else. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFileText(path, longest).catch(() => '')
  return schema.safeParse(parseJsonOrNull(text)).data ?? null
}

function writeText(path: string, text: string): Promise<void> {
  return writeFile(path, text, { guard: withoutGuard, replace: true, mode: 0o600 })
}
