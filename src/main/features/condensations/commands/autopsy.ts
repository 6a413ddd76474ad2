import type { Command } from 'commander'
import type { Autopsied, Autopsy } from '../../../../shared/condensations/autopsy-types.ts'
import {
  describeCondensation,
  describeGap,
  describeOthers,
  describeThing,
  selectShownThings,
  writeRestoreNote,
} from '../../../../shared/condensations/autopsy-words.ts'
import { buildFacts, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { escapeControls } from '../../../../shared/kernel/show-controls.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine, formatTime } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

type AutopsyOptions = CommonOptions & { readonly restore?: string | true; readonly force?: boolean }

/** `dewpoint autopsy`. */
export function addAutopsyCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'autopsy',
    'Show what the agent’s own condensations left out that it needed later, and what that cost.',
    'autopsy ~/tasks/42',
  )
    .argument('<task>', taskHelp)
    .option('--restore [file]', 'write what is missing as a note for the agent, to a file or to paste')
    .option('--force', 'replace the file if it exists')
    .action(run(autopsyCommand))
}

async function autopsyCommand(
  task: string,
  options: AutopsyOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  return withDewpoint(options, context, async ({ client, guard }) => {
    const { restore, force } = options
    const path = typeof restore === 'string' ? restore : undefined
    const { id: taskId } = await findTask(task, client, folder)
    const out = await openOutputFile(path, { folder, force, guard })
    const autopsy = await client.timeline.autopsy({ taskId }, { signal: context.signal })
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

/** `autopsy`: for each condensation what it left out that was needed later, worst first, and how much else is gone. */
function buildAutopsyDocument({ condensations }: Autopsy): readonly Block[] {
  return condensations.length === 0
    ? [buildText('The agent recorded no condensation.')]
    : condensations.flatMap(buildCondensationBlocks)
}

function buildCondensationBlocks(one: Autopsied): readonly Block[] {
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
      ['others', describeOthers(one)],
      hidden && [
        'hidden',
        `${formatCountWithNoun(hidden.messages, 'message')}, ${formatCountWithNoun(hidden.parts, 'part')}, ${formatCount(hidden.tokens)} tokens`,
      ],
      [`condensation ${one.n}`, describeOccasion(one)],
    ]),
  ]
}

function describeOccasion({ kind, trigger, ts, atRequest, costUsd }: Autopsied): string {
  return [
    `${kind}${trigger === null ? '' : ` (${trigger})`}`,
    ts === null ? '' : formatTime(ts),
    atRequest === null ? 'after the last request' : `before request ${atRequest}`,
    costUsd === null || costUsd === 0 ? '' : formatUsd(costUsd),
  ]
    .filter((text) => text !== '')
    .join(', ')
}
