import type { Command } from 'commander'
import type { Autopsied, Autopsy } from '../../../../shared/condensations/autopsy-types.ts'
import {
  describeCondensation,
  describeGap,
  describeOccasion,
  describeOthers,
  describeSurvived,
  describeThing,
  selectShownThings,
  writeRestoreNote,
} from '../../../../shared/condensations/autopsy-words.ts'
import { buildKeepingTable } from '../../../../shared/condensations/build-condensation-tables.ts'
import type { KeptByMethods } from '../../../../shared/condensations/kept-by-methods-types.ts'
import type { PinnedFact } from '../../../../shared/condensations/pinned-fact-types.ts'
import { describeFate, findFate } from '../../../../shared/condensations/pinned-fact-words.ts'
import { buildFacts, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { escapeControls } from '../../../../shared/kernel/show-controls.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { listOwnTasks, requireOwn } from '../../../terminal/arguments/find-own-tasks.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { parsePlace } from '../../../terminal/arguments/numbers.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { createProgress } from '../../../terminal/jobs/progress.ts'
import { streamUntilAborted } from '../../../terminal/jobs/stream-until-aborted.ts'
import { formatOneLine, formatTime } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

/** What condensations left out, and what became of the facts that were pinned. */
type PinnedAutopsy = Autopsy & { readonly facts: readonly PinnedFact[] }

type AutopsyOptions = CommonOptions & {
  readonly at?: number
  readonly methods?: boolean
  readonly restore?: string | true
  readonly force?: boolean
  readonly pin?: string
  readonly unpin?: string
}

/** `dewpoint autopsy`. */
export function addAutopsyCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'autopsy',
    'Show what the agent’s own condensations left out that it needed later, and what that cost.',
    'autopsy ~/tasks/42',
  )
    .argument('[task]', `${taskHelp} (default: the latest on this machine that was condensed)`)
    .option('--at <number>', 'one condensation, by its number from 1', parsePlace)
    .option('--methods', 'what other methods would have kept of what it left out; belongs to --at')
    .option('--restore [file]', 'write what is missing as a note for the agent, to a file or to paste')
    .option('--force', 'replace the file if it exists')
    .option('--pin <text>', 'follow these words of the session, and show what became of them')
    .option('--unpin <text>', 'follow them no longer')
    .action(run(autopsyCommand))
}

async function autopsyCommand(
  task: string | undefined,
  options: AutopsyOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  return withDewpoint(options, context, async ({ client, guard }) => {
    const { at, methods, restore, force } = options
    if (methods === true && at === undefined)
      throw new CliFailure({
        message: '--methods belongs to --at.',
        hint: 'Name a condensation: --at 1 --methods.',
      })
    const path = typeof restore === 'string' ? restore : undefined
    const taskId =
      task === undefined
        ? await findLatestCondensed(client, options, context)
        : (await findTask(task, client, folder)).id
    const out = await openOutputFile(path, { folder, force, guard })
    if (at !== undefined && methods === true)
      return printAnswer(
        options,
        context,
        await awaitKept({ client, taskId, n: at }, options, context),
        (kept) => [buildKeepingTable(kept)],
      )
    const { condensations } = await client.condensations.list({ taskId }, { signal: context.signal })
    if (at !== undefined && condensations[at - 1] === undefined)
      throw new CliFailure({
        message: `The task has no condensation ${at}.`,
        hint: `It has ${formatCountWithNoun(condensations.length, 'condensation')}.`,
      })
    const facts = await changeFacts(client, { ...options, taskId }, context)
    const autopsy = { condensations: condensations.filter(({ n }) => at === undefined || n === at), facts }
    const note = restore === undefined ? '' : writeRestoreNote(autopsy.condensations)
    if (note !== '') await out?.write(`${note}\n`)
    if (note !== '' && out === null && options.json !== true) {
      // As it is, to be pasted or piped on.
      await terminal.out(escapeControls(note))
      return 0
    }
    return printAnswer(options, context, autopsy, (found) => {
      if (restore === undefined) return buildAutopsyDocument(found)
      return out === null || note === ''
        ? 'Nothing is missing that was needed later.'
        : `The note is in ${out.path}.`
    })
  })
}

/** Pins what is to be pinned in a task, and unpins; gives what is pinned then, with what became of it. */
async function changeFacts(
  client: Dewpoint['client'],
  { taskId, pin, unpin }: Pick<AutopsyOptions, 'pin' | 'unpin'> & { readonly taskId: string },
  { signal }: CommandContext,
): Promise<readonly PinnedFact[]> {
  const { condensations } = client
  if (unpin !== undefined) await condensations.unpinFact({ taskId, text: unpin }, { signal })
  if (pin !== undefined) await condensations.pinFact({ taskId, text: pin }, { signal })
  return (await condensations.facts({ taskId }, { signal })).facts
}

/** The latest session that was condensed, of all that agents keep here. Says on stderr which one it is. */
async function findLatestCondensed(
  client: Dewpoint['client'],
  options: AutopsyOptions,
  context: CommandContext,
): Promise<string> {
  const { terminal, signal } = context
  const tasks = requireOwn(await listOwnTasks(client, context))
    .filter(({ condensations }) => condensations !== 0)
    .toSorted((a, b) => (b.lastActivityTs ?? 0) - (a.lastActivityTs ?? 0))
  const progress = createProgress(options, context)
  try {
    for (const [done, { id: taskId, title, path }] of tasks.entries()) {
      progress.show('looking for a condensation', done, tasks.length)
      const found = await client.condensations.list({ taskId }, { signal }).catch((error: unknown) => {
        // Of many that cannot be read, the next one may be.
        if (signal.aborted) throw error
        return null
      })
      if (found === null || found.condensations.length === 0) continue
      progress.end()
      terminal.err(
        `The latest that was condensed: "${formatOneLine(title, 60)}", ${formatOneLine(path, 500)}. \`dewpoint condensations\` lists those of all.\n`,
      )
      return taskId
    }
  } finally {
    progress.end()
  }
  throw new CliFailure({
    message: 'No session on this machine was condensed.',
    hint: '`dewpoint answer` says what condensing would do for them.',
  })
}

/** Waits for what methods would have kept. */
async function awaitKept(
  { client, ...input }: { readonly client: Dewpoint['client']; readonly taskId: string; readonly n: number },
  options: AutopsyOptions,
  context: CommandContext,
): Promise<KeptByMethods> {
  const { signal } = context
  const progress = createProgress(options, context)
  try {
    const events = await client.condensations.methods(input, { signal })
    for await (const event of streamUntilAborted(events, signal)) {
      if (event.kind === 'finished') return event
      progress.show('condensing', event.done, event.total)
    }
  } finally {
    progress.end()
  }
  throw new CliFailure({ message: 'Stopped before the methods were done.' })
}

/** `autopsy`: for each condensation what it left out that was needed later, worst first, and how much else is gone. */
function buildAutopsyDocument({ condensations, facts }: PinnedAutopsy): readonly Block[] {
  return condensations.length === 0
    ? [buildText('The agent recorded no condensation.')]
    : condensations.flatMap((one) => buildCondensationBlocks(one, facts))
}

function buildCondensationBlocks(one: Autopsied, facts: readonly PinnedFact[]): readonly Block[] {
  const { hidden } = one
  const { shown, more } = selectShownThings(one)
  return [
    buildText(describeCondensation(one)),
    buildFacts([
      ...shown.map(
        (thing) =>
          [
            `said in #${thing.said}`,
            `${describeGap(one)}, needed in #${thing.used} (${formatOneLine(describeThing(thing), 120)})`,
          ] as const,
      ),
      ['', more],
      ...facts.map((fact) => buildFactRow(fact, one.n)),
      ['others', describeOthers(one)],
      hidden && [
        'hidden',
        `${formatCountWithNoun(hidden.messages, 'message')}, ${formatCountWithNoun(hidden.parts, 'part')}, ${formatCount(hidden.tokens)} tokens`,
      ],
      ['survived', describeSurvived(one)],
      [`condensation ${one.n}`, describeOccasion(one, formatTime)],
    ]),
  ]
}

function buildFactRow(fact: PinnedFact, n: number): readonly [string, string] | null {
  const fate = findFate(fact, n)
  if (fate === null) return null
  const place = fate.keptIn === null ? '' : `, in #${fate.keptIn}`
  return [
    `pinned in #${fact.said ?? '–'}`,
    `"${formatOneLine(fact.text, 60)}" ${formatOneLine(describeFate(fate), 120)}${place}`,
  ]
}
