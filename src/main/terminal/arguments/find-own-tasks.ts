import { formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { CliFailure } from '../cli-failure.ts'
import type { CommandContext } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'
import { findTasks } from './find-task.ts'

type Client = Dewpoint['client']

/** The tasks that arguments name. Where there are none, every own task; throws where there is not one either. */
export async function findTasksOrOwn(
  names: readonly string[],
  client: Client,
  context: Pick<CommandContext, 'folder' | 'terminal'>,
): Promise<readonly string[]> {
  if (names.length > 0) return findTasks(names, client, context.folder)
  return requireOwn(await listOwnTasks(client, context)).map(({ id }) => id)
}

/**
 * What a command without a name is about: the sessions that agents keep on this machine, as `discover` finds them, and all
 * else that the library lists, but for the samples. So nobody has to know where their agent keeps its sessions.
 */
export async function listOwnTasks(
  client: Client,
  { terminal }: Pick<CommandContext, 'terminal'>,
): Promise<readonly TaskSummary[]> {
  const found = (await client.library.discover()).filter(({ isReadable }) => isReadable)
  if (found.length > 0)
    terminal.err(
      `Sessions on this machine: ${found.map(({ agent, tasks }) => `${agent} ${formatCount(tasks)}`).join(', ')}.\n`,
    )
  for (const { id, path } of found) {
    try {
      await client.library.add({ storageId: id })
    } catch (error) {
      // One storage that cannot be read hides nothing of the others.
      terminal.err(`${path} was left out: ${describeFailure(error).line}\n`)
    }
  }
  return (await client.tasks.list()).filter(({ isSample }) => !isSample)
}

/** Throws where there is no task. */
export function requireOwn<Task>(tasks: readonly Task[]): readonly Task[] {
  if (tasks.length > 0) return tasks
  throw new CliFailure({
    message: 'No session of an agent was found on this machine.',
    hint: 'Name a folder or a file with sessions. `dewpoint discover` lists the places that were found.',
  })
}
