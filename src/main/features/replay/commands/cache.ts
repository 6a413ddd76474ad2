import type { Command } from 'commander'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parseArmIds } from '../../../terminal/arguments/parse-arm-ids.ts'
import { readPolicyFile } from '../../../terminal/arguments/read-policy-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { awaitJobResult } from '../../../terminal/jobs/await-job-result.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { buildCacheDocument, buildCacheJson, type AuditedTask } from './build-cache-document.ts'

/** `dewpoint cache`. */
export function addCacheCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'cache',
    'Show where prompt caches broke, why, and what that cost: as recorded, and under other policies.',
    'cache ~/tasks/42 --arms codex-local,swe-agent-last-5 --json',
  )
    .argument('<tasks...>', taskHelp)
    .option('--policy <file>', 'YAML or JSON with policies, instead of the usual ones')
    .option('--policies <ids>', 'only these of them, separated by commas')
    .option(
      '--arms <ids>',
      'methods to play by their own triggers, separated by commas (see `dewpoint arms`)',
    )
    .option('--recorded', 'only what was recorded, without playing a policy')
    .action(run(runCacheCommand))
}

type CacheOptions = CommonOptions & {
  readonly policy?: string
  readonly policies?: string
  readonly arms?: string
  readonly recorded?: boolean
}

/** `dewpoint cache <task>…`. Resolves to 2 where the file of policies is not valid. */
async function runCacheCommand(
  names: readonly string[],
  options: CacheOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const arms =
      options.arms === undefined ? undefined : parseArmIds(options.arms).map((id) => ({ id, arm: id }))
    const audited: AuditedTask[] = []
    for (const name of names) {
      const { id: taskId, title } = await findTask(name, client, context.folder)
      const recorded = await client.timeline.cache({ taskId }, { signal: context.signal })
      const policies =
        options.recorded === true
          ? []
          : (arms ?? (await selectPolicies(client, taskId, options.policies, read.policies)))
      const played =
        policies.length === 0
          ? []
          : (await awaitJobResult((more) => client.replay.run({ taskId, policies }, more), options, context))
              .policies
      audited.push({ task: taskId, title, recorded, arms: played })
    }
    return printAnswer(options, context, buildCacheJson(audited), () => buildCacheDocument(audited))
  })
}

async function selectPolicies(
  client: Dewpoint['client'],
  taskId: string,
  ids: string | undefined,
  named: readonly ReplayPolicyEntry[] | undefined,
): Promise<ReplayPolicyEntry[]> {
  const all = named ?? (await client.replay.usual({ taskId }))
  if (ids === undefined) return [...all]
  const wanted = ids.split(',').map((id) => id.trim())
  const unknown = wanted.find((id) => !all.some((policy) => policy.id === id))
  if (unknown !== undefined)
    throw new CliFailure({
      message: `There is no policy ${unknown}.`,
      where: '--policies',
      hint: `Name one of ${all.map(({ id }) => id).join(', ')}, or write it into a file for --policy.`,
    })
  return all.filter(({ id }) => wanted.includes(id))
}
