import type { Command } from 'commander'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import type { TaskPin } from '../../../../shared/library/pin-types.ts'
import type { ListedPin, PinState, TaskPins } from '../../../../shared/library/pins-contract.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { pinPlaces } from '../../../terminal/arguments/pin-place.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatTable } from '../../../terminal/output/table.ts'
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
    .action((task: string, options: CommonOptions) => run((context) => listPins(task, options, context)))
  addCommand(pins, 'add', 'Pin messages or parts.', 'pins add ~/tasks/42 12 40.2 --note "The constraint"')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .option('--note <text>', 'why they are pinned')
    .action((task: string, places: readonly TaskPin[], options: AddPinOptions) =>
      run((context) => addPins(task, places, options, context)),
    )
  addCommand(pins, 'remove', 'Unpin messages or parts.', 'pins remove ~/tasks/42 40.2')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .action((task: string, places: readonly TaskPin[], options: CommonOptions) =>
      run((context) => removePins(task, places, options, context)),
    )
  addCommand(pins, 'clear', 'Remove all pins of a task.', 'pins clear ~/tasks/42')
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) => run((context) => clearPins(task, options, context)))
}

type Client = Dewpoint['client']
type Change = (client: Client, taskId: string) => Promise<TaskPins>

/** `dewpoint pins list <task>`. */
function listPins(task: string, options: CommonOptions, context: CommandContext): Promise<number> {
  return runPinsChange(task, options, context, (client, taskId) => client.pins.list({ taskId }))
}

type AddPinOptions = CommonOptions & { readonly note?: string }

/** `dewpoint pins add <task> <places...>`; prints what is pinned then. */
function addPins(
  task: string,
  places: readonly TaskPin[],
  { note, ...options }: AddPinOptions,
  context: CommandContext,
): Promise<number> {
  const noted = note === undefined ? {} : { note }
  const pins = places.map((place) => ({ ...place, ...noted }))
  return runPinsChange(task, options, context, (client, taskId) => client.pins.add({ taskId, pins }))
}

/** `dewpoint pins remove <task> <places...>`; prints what is left. */
function removePins(
  task: string,
  places: readonly TaskPin[],
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  return runPinsChange(task, options, context, (client, taskId) =>
    client.pins.remove({ taskId, pins: [...places] }),
  )
}

/** `dewpoint pins clear <task>`. */
function clearPins(task: string, options: CommonOptions, context: CommandContext): Promise<number> {
  return runPinsChange(task, options, context, (client, taskId) => client.pins.clear({ taskId }))
}

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
  await context.terminal.out(
    options.json === true ? formatJson({ taskId, ...pinned }) : formatTaskPins(pinned),
  )
  return 0
}

function formatTaskPins({ pins, holding }: TaskPins): string {
  if (pins.length === 0) return 'Nothing is pinned.\n'
  const table = formatTable(
    [
      { title: 'pin' },
      { title: 'state' },
      { title: 'role' },
      { title: 'kind' },
      { title: 'tokens', align: 'right' },
      { title: 'text' },
      { title: 'note' },
    ],
    pins.map((pin) => [
      formatPinPlace(pin),
      stateTexts[pin.state],
      pin.role,
      pin.kind ?? 'message',
      pin.state === 'gone' ? '' : formatCount(pin.tokens),
      formatOneLine(pin.preview, 60),
      formatOneLine(pin.note, 60),
    ]),
  )
  const { messages, parts, tokens } = holding
  return `${table}\n${formatCountWithNoun(messages, 'message')} and ${formatCountWithNoun(parts, 'part')} stay in every result: ${formatCount(tokens)} tokens.\n`
}

const formatPinPlace = ({ messageIndex, partIndex }: ListedPin): string =>
  partIndex === null ? String(messageIndex) : `${messageIndex}.${partIndex}`

const stateTexts: Readonly<Record<PinState, string>> = {
  holds: 'holds',
  hidden: 'hidden, does not count',
  changed: 'changed since, does not count',
  gone: 'gone, does not count',
}
