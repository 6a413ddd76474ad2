import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImportFailure } from '../import-failure.ts'
import { defaultImportLimits } from '../import-limits.ts'
import { importTask } from '../import-task.ts'

/** Environment details with a mode, a model and a workspace. */
export const surroundings =
  '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>vendor/model</model>\n\n# Current Workspace Directory (/work) Files\n</environment_details>'
/** A history of three messages. */
export const history = [
  {
    role: 'user',
    content: [
      { type: 'text', text: '<task>\nFix the bug\n</task>' },
      { type: 'text', text: surroundings },
    ],
    ts: 1000,
  },
  { role: 'assistant', content: [{ type: 'text', text: 'On it' }], ts: 2000 },
  { role: 'user', content: 'thanks', ts: 3000 },
]
/** A chat record with one request and one condensation. */
export const chat = [
  { ts: 1000, type: 'say', say: 'text', text: 'Fix the bug' },
  { ts: 1001, type: 'say', say: 'api_req_started', text: '{"tokensIn":100,"tokensOut":5,"cost":0.5}' },
  {
    ts: 9000,
    type: 'say',
    say: 'condense_context',
    contextCondense: { cost: 0.1, prevContextTokens: 90, newContextTokens: 10, summary: '' },
  },
]

/** Text and bytes are written as they are, everything else as JSON. */
export type Content = string | Uint8Array | object

/** Writes files into a folder, which it gives back. */
export async function putInto(folder: string, files: Readonly<Record<string, Content>>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    const isRaw = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content))
  }
  return folder
}

/** The failure of an import that has to fail, and with advice. */
export async function expectImportFailure(
  path: string,
  limits = defaultImportLimits,
): Promise<ImportFailure> {
  const result: unknown = await importTask(path, limits).catch((error: unknown) => error)
  if (!(result instanceof ImportFailure) || result.hint === '') {
    throw new Error('it was expected to fail with advice', { cause: result })
  }
  return result
}
