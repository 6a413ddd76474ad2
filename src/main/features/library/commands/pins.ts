import type { Command } from 'commander'
import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import type { ListedPin, PinState, TaskPins } from '../../../../shared/library/pins-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { pinPlaces } from '../../../terminal/arguments/pin-place.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

const placeHelp = 'number of a message as `inspect` and the Messages tab show it, or `12.3` for its part 3'

/** `dewpoint pins …`. */
export function addPinCommands(program: Command, run: Runner): void {
  const pins = program
    .command('pins')
    .description('Mark messages and parts of a task that every condensation has to keep.')
    .helpCommand(false)
  addCommand(pins, 'list', 'List the pins of a task.', 'pins list ~/tasks/42')
    .argument('<task>', taskHelp)
    .action(
      run((task: string, options: CommonOptions, context: CommandContext) =>
        runPinsChange(task, options, context, (client, taskId) => client.pins.list({ taskId })),
      ),
    )
  addCommand(pins, 'add', 'Pin messages or parts.', 'pins add ~/tasks/42 12 40.2 --note "The constraint"')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .option('--note <text>', 'why they are pinned')
    .action(run(addPins))
  addCommand(pins, 'remove', 'Unpin messages or parts.', 'pins remove ~/tasks/42 40.2')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .action(
      run((task: string, places: readonly TaskPin[], options: CommonOptions, context: CommandContext) =>
        runPinsChange(task, options, context, (client, taskId) =>
          client.pins.remove({ taskId, pins: [...places] }),
        ),
      ),
    )
  addCommand(pins, 'clear', 'Remove all pins of a task.', 'pins clear ~/tasks/42')
    .argument('<task>', taskHelp)
    .action(
      run((task: string, options: CommonOptions, context: CommandContext) =>
        runPinsChange(task, options, context, (client, taskId) => client.pins.clear({ taskId })),
      ),
    )
}

type Change = (client: Dewpoint['client'], taskId: string) => Promise<TaskPins>

type AddPinOptions = CommonOptions & { readonly note?: string }

function addPins(
  task: string,
  places: readonly TaskPin[],
  { note, ...options }: AddPinOptions,
  context: CommandContext,
): Promise<number> {
  const pins = places.map((place) => ({ ...place, ...(note === undefined ? {} : { note }) }))
  return runPinsChange(task, options, context, (client, taskId) => client.pins.add({ taskId, pins }))
}

/** Changes what is pinned in a task, and prints what is pinned then. */
async function runPinsChange(
  name: string,
  options: CommonOptions,
  context: CommandContext,
  change: Change,
): Promise<number> {
  const [taskId, pinned] = await withDewpoint(options, context, async ({ client }) => {
    const { id } = await findTask(name, client, context.folder)
    return [id, await change(client, id)] as const
  })
  return printAnswer(options, context, { taskId, ...pinned }, buildTaskPins)
}

function buildTaskPins({ pins, holding }: TaskPins): readonly Block[] {
  if (pins.length === 0) return [buildText('Nothing is pinned.')]
  const { messages, parts, tokens } = holding
  return [
    buildTable(
      ['pin', 'state', 'role', 'kind', ...alignRight('tokens'), 'text', 'note'],
      pins.map((pin) => [
        formatPinPlace(pin),
        stateTexts[pin.state],
        pin.role,
        pin.kind ?? 'message',
        pin.state === 'gone' ? '' : formatCount(pin.tokens),
        formatOneLine(pin.preview, 60),
        formatOneLine(pin.note, 60),
      ]),
    ),
    buildText(
      `${formatCountWithNoun(messages, 'message')} and ${formatCountWithNoun(parts, 'part')} stay in every result: ${formatCount(tokens)} tokens.`,
    ),
  ]
}

const formatPinPlace = ({ messageIndex, partIndex }: ListedPin): string =>
  partIndex === null ? String(messageIndex) : `${messageIndex}.${partIndex}`

const stateTexts: Readonly<Record<PinState, string>> = {
  holds: 'holds',
  hidden: 'hidden, does not count',
  changed: 'changed since, does not count',
  gone: 'gone, does not count',
}
