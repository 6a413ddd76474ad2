import type { Argument, Command, Option } from 'commander'
import { buildProgram } from '../src/main/cli/program.ts'
import { taskHelp } from '../src/main/terminal/arguments/add-command.ts'

/** Options that every command has; they stand once, at the head. */
const common: ReadonlySet<string> = new Set(['--json', '--data', '--progress', '--help'])

/** The page of all commands, as the program itself describes them. */
export function cliDocs(): string {
  const program = buildProgram('', () => async () => undefined)
  const commands = program.commands.flatMap((command) => leavesOf(command, ''))
  return [
    '# Commands',
    'Written by `npm run docs:cli` from the program itself. `dewpoint <command> --help` says the same. In a checkout, after `npm run build`, `npm run -s dewpoint -- <command>` stands for `dewpoint <command>`.',
    'Every command has `--json` (JSON for scripts), `--data <folder>` (the folder of the database), `--progress` (progress on stderr even when nobody watches) and `--help`. Results go to stdout, progress to stderr. Exit codes: 0 done, 1 the answer is no, 2 bad input, 130 cancelled. Words that the output uses are explained in [glossary.md](glossary.md), and by `dewpoint explain`.',
    `A \`<task>\` that is not described is ${taskHelp}.`,
    commands.map(({ name }) => `[\`${name}\`](#${anchorOf(name)})`).join(', '),
    ...commands.map(({ command, name }) => commandText(command, name)),
  ]
    .join('\n\n')
    .concat('\n')
}

type Leaf = { readonly command: Command; readonly name: string }

/** Commands that do something, with the names that are typed. */
function leavesOf(command: Command, before: string): readonly Leaf[] {
  const name = `${before} ${command.name()}`.trim()
  // One that takes something works by itself, too.
  const own =
    command.commands.length === 0 || command.registeredArguments.length > 0 ? [{ command, name }] : []
  return [...own, ...command.commands.flatMap((below) => leavesOf(below, name))]
}

function anchorOf(name: string): string {
  return name.replaceAll(' ', '-')
}

function commandText(command: Command, name: string): string {
  const options = command.options.filter(({ long, hidden }) => !hidden && !common.has(long ?? ''))
  const rows = [
    ...command.registeredArguments
      .filter(({ description }) => description !== taskHelp)
      .map((one) => [placeOf(one), one.description]),
    ...options.map((option) => [`\`${option.flags}\``, optionText(option)]),
  ]
  const usage = [
    name,
    ...command.registeredArguments.map(plainPlace),
    ...(options.length > 0 ? ['[options]'] : []),
  ]
  return [
    `## ${name}`,
    command.description(),
    `    dewpoint ${usage.join(' ')}\n    ${exampleOf(command)}`,
    ...(rows.length === 0
      ? []
      : [rows.map(([term = '', text = '']) => `- ${term}: ${escapeText(text)}`).join('\n')]),
  ].join('\n\n')
}

function optionText({ description, argChoices, defaultValue, mandatory }: Option): string {
  const notes = [
    ...(mandatory ? ['required'] : []),
    ...(argChoices === undefined ? [] : [`one of ${argChoices.map((choice) => `\`${choice}\``).join(', ')}`]),
    ...(typeof defaultValue === 'string' || typeof defaultValue === 'number'
      ? [`default: \`${defaultValue}\``]
      : []),
  ]
  return notes.length === 0 ? description : `${description} (${notes.join(', ')})`
}

function plainPlace(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`
  return argument.required ? `<${name}>` : `[${name}]`
}

function placeOf(argument: Argument): string {
  return `\`${plainPlace(argument)}\``
}

/** Text in one line of a list, in which no word is taken for a tag. */
function escapeText(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/<(?=[a-z])(?![^`]*`)/g, '&lt;')
}

/** The example at the end of a command's help. */
function exampleOf(command: Command): string {
  let help = ''
  command.configureOutput({
    writeOut: (text) => {
      help += text
    },
  })
  command.outputHelp()
  const example = /\nExample:\n\s+(?<line>[^\n]+)/.exec(help)?.groups?.['line']
  if (example === undefined) throw new Error(`${command.name()} has no example in its help.`)
  return example
}
