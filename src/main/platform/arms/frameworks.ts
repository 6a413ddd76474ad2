import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import type { Note } from '../../../shared/kernel/words/make-notes.ts'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import type { ArmTarget, FrameworkId } from '../../kernel/external-arm.ts'

/** The package whose code each framework is. */
const packages: Readonly<Record<FrameworkId, string>> = {
  'ai-prune-messages': 'ai',
  'langchain-trim-messages': '@langchain/core',
  'langchain-clear-tool-uses': 'langchain',
  'pi-find-cut-point': '@mariozechner/pi-coding-agent',
}

const packageSchema = z.object({ name: z.string(), version: z.string() })

type FrameworkTarget = Extract<ArmTarget, { kind: 'framework' }>

export type FoundFramework =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly failure: Note }

/** What is wrong with a target that names no folder; null where it names one. */
export function findFolderFault({ framework, folder }: Omit<FrameworkTarget, 'kind'>): Note | null {
  return isAbsolute(folder) ? null : armFailure('framework-no-folder', { package: packages[framework] })
}

/** The package of a framework in the folder that a person named, as `ai@7.0.3`; else what is to be installed. */
export async function findFramework({ framework, folder }: FrameworkTarget): Promise<FoundFramework> {
  const name = packages[framework]
  const failure = findFolderFault({ framework, folder })
  if (failure !== null) return { ok: false, failure }
  try {
    const text = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')
    const { version } = packageSchema.parse(JSON.parse(text))
    return { ok: true, version: `${name}@${version}` }
  } catch {
    return { ok: false, failure: armFailure('framework-missing', { package: name, folder }) }
  }
}

/**
 * The command that runs a framework by the runner in `resources/arms`. Electron is no plain Node there, and a packaged
 * program has no files within its archive that another program could read.
 */
export function buildFrameworkCommand(
  { framework, folder }: FrameworkTarget,
  resourcesFolder: string,
): string[] {
  const node = process.versions['electron'] === undefined ? process.execPath : 'node'
  const unpacked = resourcesFolder.replace(/\.asar(?=[\\/]|$)/, '.asar.unpacked')
  return [node, join(unpacked, 'arms', 'run-framework.mjs'), framework, folder]
}
