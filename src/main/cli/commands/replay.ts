import { resolve } from 'node:path'
import type { ReplayResult } from '../../../shared/api/replay.ts'
import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import type { ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import type { Dewpoint } from '../../compose.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { oneLine } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'
import { replayText } from '../output/replay-text.ts'
import { createProgress } from '../progress.ts'
import { readText } from '../read-text.ts'
import { untilAborted } from '../until-aborted.ts'

export type ReplayOptions = CommonOptions & {
  readonly policy?: string
  /** Tokens. */
  readonly window?: number
  readonly maxCost?: number
}

type Client = Dewpoint['client']

/** In bytes; no file of policies comes near to it. */
const longestFile = 1_000_000

/** `dewpoint replay <task>`. Resolves to 2 where the file of policies is not valid. */
export async function replayCommand(
  name: string,
  options: ReplayOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const path = options.policy === undefined ? null : resolve(folder, options.policy)
  const text = path === null ? null : await readText(path, longestFile)
  return withDewpoint(options, context, async ({ client }) => {
    const check = text === null ? null : await client.replay.check({ text })
    if (check !== null && !check.ok) {
      terminal.err(issuesText(check.issues, path ?? ''))
      return 2
    }
    const { id } = await findTask(name, client, folder)
    const result = await replay(client, { taskId: id, policies: check?.policies }, options, context)
    await terminal.out(options.json === true ? jsonText(result) : replayText(result))
    return 0
  })
}

async function replay(
  client: Client,
  request: { readonly taskId: string; readonly policies: readonly ReplayPolicyEntry[] | undefined },
  options: ReplayOptions,
  context: CommandContext,
): Promise<ReplayResult> {
  const { taskId, policies } = request
  const { signal } = context
  const progress = createProgress(options, context)
  const input = {
    taskId,
    ...(policies === undefined ? {} : { policies: [...policies] }),
    ...(options.window === undefined ? {} : { windowTokens: options.window }),
    ...(options.maxCost === undefined ? {} : { maxCostUsd: options.maxCost }),
  }
  try {
    for await (const event of untilAborted(await client.replay.run(input, { signal }), signal)) {
      if (event.kind === 'finished') return event.result
      const { label, done, total } = event.progress
      progress.show(label, done, total)
    }
  } finally {
    progress.end()
  }
  throw new Error('The replay ended without a result.')
}

function issuesText(issues: readonly ExperimentIssue[], path: string): string {
  const hint = ' Mend the file; its schema is in resources/replay/replay-policy.schema.json.'
  const lines = issues.map(({ message, line, column }, index) => {
    const place = line === 0 ? path : `${path}:${line}:${column}`
    return `dewpoint: ${message} [${place}]${index === issues.length - 1 ? hint : ''}`
  })
  return lines.map((line) => `${oneLine(line, 2000)}\n`).join('')
}
