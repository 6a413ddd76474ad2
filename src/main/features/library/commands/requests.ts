import type { Command } from 'commander'
import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type {
  SentMessages,
  SentRequestFigures,
  SentRequests,
} from '../../../../shared/kernel/sent-request.ts'
import { buildBillBlocks } from '../../../../shared/timeline/build-bill-blocks.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parsePlace } from '../../../terminal/arguments/numbers.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatTime, formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint requests`. */
export function addRequestsCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'requests',
    'Show what each model call sent and used, as the agent recorded it.',
    'requests ~/tasks/42 --at 12 --messages',
  )
    .argument('<task>', taskHelp)
    .option('--at <number>', 'one request, by its number from 1', parsePlace)
    .option('--messages', 'the messages that it sent, in their order')
    .action(run(runRequestsCommand))
}

type RequestsOptions = CommonOptions & { readonly at?: number; readonly messages?: boolean }

/** `dewpoint requests <task>`. Resolves to the exit code. */
async function runRequestsCommand(
  name: string,
  options: RequestsOptions,
  context: CommandContext,
): Promise<number> {
  const { at, messages } = options
  if (messages === true && at === undefined)
    throw new CliFailure({
      message: '--messages belongs to --at.',
      hint: 'Name a request: --at 12 --messages.',
    })
  return withDewpoint(options, context, async ({ client }) => {
    const { id: taskId } = await findTask(name, client, context.folder)
    const stops = { signal: context.signal }
    if (at !== undefined && messages === true)
      return printAnswer(
        options,
        context,
        await client.timeline.request({ taskId, n: at }, stops),
        buildSentMessages,
      )
    const all = await client.timeline.requests({ taskId }, stops)
    const shown = at === undefined ? all : { ...all, requests: all.requests.filter(({ n }) => n === at) }
    const buildAnswer = (answer: SentRequests): readonly Block[] => [
      ...buildSentRequests(answer),
      ...(at === undefined ? [] : answer.requests.flatMap(({ bill }) => buildBillBlocks(bill))),
    ]
    if (at !== undefined && shown.requests.length === 0)
      throw new CliFailure({
        message: `There is no request ${at}.`,
        hint: `The task has ${formatCountWithNoun(all.requests.length, 'recorded request')}.`,
      })
    return printAnswer(options, context, shown, buildAnswer)
  })
}

function buildSentRequests({ overhead, requests }: SentRequests): readonly Block[] {
  if (requests.length === 0) return [buildText('No requests are recorded.')]
  const unknown = requests.filter((one) => one.unknown !== null)
  return [
    buildTable(
      [
        ...alignRight('request'),
        'time',
        'model',
        ...alignRight('messages', 'hidden', 'context', 'new', 'read', 'written', 'output', 'cost'),
      ],
      requests.map(buildRequestRow),
    ),
    buildFacts([
      overhead && [
        'besides',
        `about ${formatCount(overhead.tokens)} tokens of system prompt and tools in each, ± ${formatCount(overhead.error)}`,
      ],
      ...[...Map.groupBy(unknown, (one) => one.unknown)].map(([why, own]): Fact => [
        own.length === 1 ? 'not known' : `${own.length} not known`,
        `${own.map(({ n }) => n).join(', ')}: ${why}`,
      ]),
    ]),
  ]
}

function buildRequestRow(one: SentRequestFigures): readonly string[] {
  const { history, recorded, countedTokens, evidence } = one
  const formatFigure = (value: number | null | undefined): string => (value == null ? '' : formatCount(value))
  const counted = countedTokens === null ? '' : `${formatCount(countedTokens)} counted`
  const cost = recorded?.costUsd ?? null
  return [
    String(one.n),
    one.ts === null ? '' : formatTime(one.ts),
    one.model ?? '',
    history === null ? 'not known' : formatCount(history.messages),
    history === null || history.hidden === 0 ? '' : formatCount(history.hidden),
    recorded === null ? counted : formatCount(recorded.contextTokens),
    formatFigure(recorded?.input),
    formatFigure(recorded?.cacheRead),
    formatFigure(
      recorded?.cacheWrite5m == null ? null : recorded.cacheWrite5m + (recorded.cacheWrite1h ?? 0),
    ),
    formatFigure(recorded?.output),
    cost === null
      ? (one.bill?.unpriced ?? '')
      : `${evidence.cost === 'derived' ? '≈ ' : ''}${formatUsd(cost)}`,
  ]
}

function buildSentMessages({ messages }: SentMessages): readonly Block[] {
  const lines = messages.flatMap(({ role, parts }, at) => [
    `${at + 1}  ${role}`,
    ...parts.map(({ kind, text, name, input, block }) => {
      const said =
        text ?? (name === undefined ? JSON.stringify(block ?? {}) : `${name} ${JSON.stringify(input)}`)
      return `     ${kind}: ${formatOneLine(said, 160)}`
    }),
  ])
  return [buildText(lines)]
}
