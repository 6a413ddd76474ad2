import { resolve } from 'node:path'
import type { ContractClient } from '../../../shared/api/contract.ts'
import type { ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import { readFileText } from '../../platform/files/read-file.ts'
import type { CommandContext } from '../context.ts'
import { formatIssues } from '../output/format-issues.ts'

/** In bytes; no file of policies comes near to it. */
const longestFile = 1_000_000

/**
 * The policies of the file that a command names; undefined where it names none. What is wrong with the file goes to the
 * terminal, each fault with its place.
 */
export async function readPolicyFile(
  name: string | undefined,
  client: Pick<ContractClient, 'replay'>,
  { folder, terminal }: Pick<CommandContext, 'folder' | 'terminal'>,
): Promise<
  { readonly ok: true; readonly policies: ReplayPolicyEntry[] | undefined } | { readonly ok: false }
> {
  if (name === undefined) return { ok: true, policies: undefined }
  const path = resolve(folder, name)
  const check = await client.replay.check({ text: await readFileText(path, longestFile) })
  if (check.ok) return check
  const hint = ' Correct the file. Its schema is in resources/replay/replay-policy.schema.json.'
  terminal.err(formatIssues(check.issues, { path, hint }))
  return { ok: false }
}
