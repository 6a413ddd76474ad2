import { Option, type Command } from 'commander'
import { goals, type Goal } from '../../../../shared/home/answer-types.ts'
import { describeAnswer } from '../../../../shared/home/answers-words.ts'
import { describeHappened } from '../../../../shared/home/happened-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { listOwnTasks } from '../../../terminal/arguments/find-own-tasks.ts'
import { findTasks } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { pickExitCode, reportPreparing } from '../../../terminal/jobs/prepare-library.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildAnswer } from './build-answer.ts'

/** `dewpoint answer`. */
export function addAnswerCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'answer',
    'Say what condensing would do for tasks: what each method saves, costs and keeps, and which one fits.',
    'answer ~/.claude/projects --goal balanced',
  )
    .argument(
      '[tasks...]',
      'folders, histories or ids of tasks (default: all that agents keep on this machine)',
    )
    .addOption(new Option('--goal <goal>', 'what matters').choices(goals).default('balanced'))
    .action(run(runAnswerCommand))
}

type AnswerOptions = CommonOptions & { readonly goal: Goal }

/** `dewpoint answer [folder|task]…`. Resolves to 2 where there is no task that can be condensed, 1 where one could not be measured. */
async function runAnswerCommand(
  names: readonly string[],
  options: AnswerOptions,
  context: CommandContext,
): Promise<number> {
  const { code, answer } = await withDewpoint(options, context, async ({ client }) => {
    if (names.length === 0) await listOwnTasks(client, context)
    const taskIds = names.length === 0 ? undefined : await findTasks(names, client, context.folder)
    const { signal } = context
    const input = taskIds === undefined ? {} : { taskIds: [...taskIds] }
    const events = await client.answers.measure(input, { signal })
    const code = pickExitCode(await reportPreparing(events, 'measure', options, context))
    return { code, answer: await client.answers.get({ goal: options.goal, ...input }, { signal }) }
  })
  const { arms, ...rest } = answer
  await printAnswer(
    options,
    context,
    { sentence: `${describeHappened(answer)} ${describeAnswer(answer)}`, ...rest, arms },
    () => buildAnswer(answer),
  )
  return answer.tasks === 0 ? 2 : code
}
