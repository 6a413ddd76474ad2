import { Option, type Command } from 'commander'
import type { CondenseOptions } from '../commands/condense.ts'
import { command, taskHelp, type Runner } from './command.ts'
import { count, gain, number, percent, price, tokens } from './numbers.ts'
import { pinPlaces } from './pin-place.ts'

/** `dewpoint condense`. */
export function addCondenseCommand(program: Command, run: Runner): void {
  const condense = command(
    program,
    'condense',
    'Run a provider on a history.',
    'condense ~/tasks/42 --provider lossless --preset strict --out small.json',
  )
    .argument('<task>', taskHelp)
    .option(
      '-p, --provider <id>',
      'provider, see `dewpoint providers`; without it the one of the preset, else the default of `dewpoint policy`',
    )
    .option(
      '--preset <id[@version]>',
      'preset by id, label or the beginning of either; see `dewpoint presets`',
    )
    .option('--settings <file>', 'JSON file with settings, over those of the preset')
    .option(
      '--target <tokens>',
      'size to aim for: passes stop at it, other providers only warn when they end above it',
      tokens,
    )
    .option('--profile <id>', 'model to ask, see `dewpoint profiles`; `extractive` for the built-in one')
    .option(
      '--prompt <id[@version]>',
      'prompt of the library by id, name or the beginning of either; see `dewpoint prompts`',
    )
    .option('--max-cost <usd>', 'make no call that could bring the run above this', price)
    .option('--fresh', 'ask the model again even where its answer is kept')
    .option(
      '--fallback <providers>',
      'providers to try in this order where the first fails or saves too little: `lossless,truncation:suppress`',
    )
    .option('--minimum-gain <percent>', 'what a result must save to be enough for the fallbacks', gain)
    .option(
      '--pin <place>',
      'keep a message, such as 12, or a part of it, such as 12.3; may be given several times',
      pinPlaces,
    )
    .option('--no-pins', 'leave what is pinned in the task out of account')
    .addOption(
      new Option(
        '--estimate',
        'say what the run would give; no model is asked and nothing is stored',
      ).conflicts(['out', 'diff', 'withMessages']),
    )
    .option('-o, --out <file>', 'write the result to a file')
    .option('--force', 'replace the file if it exists')
    .option('--diff', 'print what changed, word by word')
    .option('--with-messages', 'put the messages into the JSON')
    .action((task: string, options: CondenseOptions) =>
      run(async (context) =>
        (await import('../commands/condense.ts')).condenseCommand(task, options, context),
      ),
    )
  addTriggerOptions(condense)
}

function addTriggerOptions(condense: Command): void {
  condense
    .option('--if-needed <window>', 'condense only where an agent with this window (tokens) would', tokens)
    .option('--max-tokens <tokens>', 'with --if-needed: output limit of the model', count)
    .option('--threshold <percent>', 'with --if-needed: global threshold, 5 to 100', percent)
    .option(
      '--profile-threshold <percent>',
      'with --if-needed: threshold of the profile; -1 inherits',
      number,
    )
    .addOption(
      new Option('--counter <name>', 'with --if-needed: how messages are counted').choices([
        'full',
        'roo-classic',
      ]),
    )
    .option('--forced', 'with --if-needed: the model has said that its input is too long')
}
