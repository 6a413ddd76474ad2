import type { Command } from 'commander'
import type { TaskPin } from '../../../shared/domain/pin.ts'
import type { AddPinOptions } from '../commands/pins.ts'
import type { CommonOptions } from '../context.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { pinPlaces } from './pin-place.ts'

const placeHelp = 'number of a message as `inspect` and the Messages tab show it; `12.3` for its part 3'

/** `dewpoint pins …`. */
export function addPinCommands(program: Command, run: Runner): void {
  const pins = program
    .command('pins')
    .description('Mark messages and parts of a task that every condensation has to keep.')
    .helpCommand(false)
  command(pins, 'list', 'List the pins of a task.', 'pins list ~/tasks/42')
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/pins.ts')).listPins(task, options, context)),
    )
  command(pins, 'add', 'Pin messages or parts.', 'pins add ~/tasks/42 12 40.2 --note "The constraint"')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .option('--note <text>', 'why they are pinned')
    .action((task: string, places: readonly TaskPin[], options: AddPinOptions) =>
      run(async (context) => (await import('../commands/pins.ts')).addPins(task, places, options, context)),
    )
  command(pins, 'remove', 'Unpin messages or parts.', 'pins remove ~/tasks/42 40.2')
    .argument('<task>', taskHelp)
    .argument('<places...>', placeHelp, pinPlaces)
    .action((task: string, places: readonly TaskPin[], options: CommonOptions) =>
      run(async (context) =>
        (await import('../commands/pins.ts')).removePins(task, places, options, context),
      ),
    )
  command(pins, 'clear', 'Remove all pins of a task.', 'pins clear ~/tasks/42')
    .argument('<task>', taskHelp)
    .action((task: string, options: CommonOptions) =>
      run(async (context) => (await import('../commands/pins.ts')).clearPins(task, options, context)),
    )
}
