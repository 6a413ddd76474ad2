import type { Command } from 'commander'
import { buildFacts, buildText, type Fact } from '../../../../shared/document/document.ts'
import type { AsleepThing } from '../../../../shared/kernel/asleep.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

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
    .action(run(runRestoredCommand))
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
    const { confirm: confirmed, discard: discarded } = chosen
    return printAnswer(options, context, { asleep: left, confirmed, discarded }, () => [
      buildText(
        confirmed.map(({ what }) => `Confirmed. ${what}`),
        discarded.map(({ what }) => `Thrown away. ${what}`),
        left.length === 0 && 'Nothing of a restored backup waits to be confirmed.',
      ),
      buildFacts(left.map(({ code, what }): Fact => [code, what])),
    ])
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
