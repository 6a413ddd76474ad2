import { buildText, type Block } from '../../shared/document/document.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from './context.ts'
import { drawDocument } from './output/draw-document.ts'
import { formatJson } from './output/json.ts'

/**
 * Prints what a command found: JSON where a script asks for it, else a document or a sentence. Resolves to the exit code, 0.
 */
export async function printAnswer<Answer>(
  { json }: Pick<CommonOptions, 'json'>,
  { terminal }: Pick<CommandContext, 'terminal'>,
  answer: Answer,
  build: (answer: Answer) => readonly Block[] | string,
): Promise<0> {
  await terminal.out(json === true ? formatJson(answer) : draw(build(answer)))
  return 0
}

/** Opens Dewpoint, asks it, and prints the answer. Resolves to the exit code, 0. */
export async function askAndPrint<Answer>(
  options: CommonOptions,
  context: CommandContext,
  ask: (client: Dewpoint['client']) => Promise<Answer>,
  build: (answer: Answer) => readonly Block[] | string,
): Promise<0> {
  const answer = await withDewpoint(options, context, ({ client }) => ask(client))
  return printAnswer(options, context, answer, build)
}

function draw(answer: readonly Block[] | string): string {
  return drawDocument(typeof answer === 'string' ? [buildText(answer)] : answer)
}
