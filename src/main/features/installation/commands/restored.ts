import type { Command } from 'commander'
import type { AsleepThing } from '../../../../shared/kernel/asleep.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'

/** `dewpoint restored`. */
export function addRestoredCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'restored',
    'List what of a restored backup would act outside of Dewpoint, and confirm it item by item.',
    'restored --confirm 4f1c',
  )
    .option('--confirm <code...>', 'let these act')
    .option('--discard <code...>', 'throw these away')
    .action((options: RestoredOptions) => run((context) => runRestoredCommand(options, context)))
}

type RestoredOptions = CommonOptions & {
  readonly confirm?: readonly string[]
  readonly discard?: readonly string[]
}

/** `dewpoint restored`. Resolves to the exit code. */
async function runRestoredCommand(
  { confirm = [], discard = [], ...options }: RestoredOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const things = await client.backups.asleep()
    const chosen = {
      confirm: requireThingsByCode(confirm, things),
      discard: requireThingsByCode(discard, things),
    }
    for (const { code } of chosen.confirm) await client.backups.confirm({ code })
    for (const { code } of chosen.discard) await client.backups.discard({ code })
    const left = await client.backups.asleep()
    if (options.json === true) {
      const { confirm: confirmed, discard: discarded } = chosen
      await context.terminal.out(formatJson({ asleep: left, confirmed, discarded }))
      return 0
    }
    const lines = [
      ...chosen.confirm.map(({ what }) => `Confirmed. ${formatOneLine(what, 600)}`),
      ...chosen.discard.map(({ what }) => `Thrown away. ${formatOneLine(what, 600)}`),
      ...left.map(({ code, what }) => `${code}  ${formatOneLine(what, 600)}`),
      ...(left.length === 0 ? ['Nothing of a restored backup waits to be confirmed.'] : []),
    ]
    await context.terminal.out(lines.map((line) => `${line}\n`).join(''))
    return 0
  })
}

/** The things whose codes begin so. Throws a `CliFailure` where none or several do. */
function requireThingsByCode(
  codes: readonly string[],
  things: readonly AsleepThing[],
): readonly AsleepThing[] {
  return codes.map((start) => {
    const [first, second] = things.filter(({ code }) => code.startsWith(start))
    if (first !== undefined && second === undefined) return first
    const shown = formatOneLine(start, 40)
    throw new CliFailure({
      message:
        first === undefined
          ? `Nothing of a restored backup is called ${shown}.`
          : `Several things of a restored backup are called ${shown}.`,
      hint: 'List them with `dewpoint restored`.',
    })
  })
}
