import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonOrNull } from '../../../shared/kernel/json-values.ts'
import { forkEnds, forkResultSchema, type ForkResult } from '../../../shared/probe/probe-types.ts'
import { withoutGuard } from '../../platform/files/new-files.ts'
import { readFileText } from '../../platform/files/read-file.ts'
import { makeWorkFolder, removeWorkFolder } from '../../platform/files/workspace-copies.ts'
import { writeFile } from '../../platform/files/write-file.ts'

/** An agent that has ended, before anything was read of what it did: whatever happens next, it is not run again. */
const endedForkSchema = z.object({
  end: z.enum(forkEnds),
  said: z.string(),
  seconds: z.number(),
  /** Of the session that it wrote. */
  path: z.string(),
  changed: z.array(z.string()),
})
export type EndedFork = Readonly<z.infer<typeof endedForkSchema>>

/** Where the forks of a probe lie, and what is kept of those that are finished. */
export type ProbeStore = {
  readonly find: (forkId: string) => Promise<ForkResult | null>
  readonly keep: (result: ForkResult) => Promise<void>
  readonly findEnded: (forkId: string) => Promise<EndedFork | null>
  readonly keepEnded: (forkId: string, ended: EndedFork) => Promise<void>
  /** Folder of a fork at work, with its home and its copy of the project. */
  readonly folder: (forkId: string) => string
}

/** In bytes. */
const longest = 5_000_000
const endedName = 'ended.json'

/** The forks of a probe, in the data folder. */
export function openProbeStore(dataFolder: string, probeId: string): ProbeStore {
  const base = join(dataFolder, 'probes', probeId)
  const folder = (forkId: string): string => join(base, 'work', forkId)
  const resultPath = (forkId: string): string => join(base, `${forkId}.json`)
  return {
    folder,
    find: async (forkId) => {
      const parsed = forkResultSchema.safeParse(await readJson(resultPath(forkId)))
      return parsed.success ? parsed.data : null
    },
    keep: async (result) => {
      makeWorkFolder(base)
      await writeJson(resultPath(result.id), result)
    },
    findEnded: async (forkId) => {
      const parsed = endedForkSchema.safeParse(await readJson(join(folder(forkId), endedName)))
      return parsed.success ? parsed.data : null
    },
    keepEnded: (forkId, ended) => writeJson(join(folder(forkId), endedName), ended),
  }
}

/** Removes what killed probes left at work, but for forks whose agents had ended: those are paid for, and read by their probe. */
export async function removeLeftForks(dataFolder: string, keptProbe: string): Promise<void> {
  const probes = join(dataFolder, 'probes')
  for (const probe of await listNames(probes))
    for (const fork of await listNames(join(probes, probe, 'work'))) {
      const folder = join(probes, probe, 'work', fork)
      const isEnded = (await readJson(join(folder, endedName))) !== null
      if (!isEnded || probe !== keptProbe) await removeWorkFolder(folder)
    }
}

const listNames = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

async function readJson(path: string): Promise<unknown> {
  return readFileText(path, longest).then(parseJsonOrNull, () => null)
}

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 1)}\n`, {
    guard: withoutGuard,
    replace: true,
    mode: 0o600,
  })
}
