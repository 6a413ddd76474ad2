import type { Part } from '../../../shared/domain/part.ts'

/** Items of the agent's last to-do list that are not done: `[ ]` and `[-]` in the XML era, rows of a table later. */
export function findOpenTasks(parts: readonly (readonly Part[])[]): string[] {
  const lists = parts
    .flat()
    .filter((part) => part.kind === 'tool-call' && part.toolName === 'update_todo_list')
  const last = lists.at(-1)
  if (last === undefined) return []
  const text = last.holder === 'input' ? last.text.replaceAll(String.raw`\n`, '\n') : last.text
  return [...text.matchAll(/\[( |-)\]\s*([^\n"]+)/g)].map(
    ([, mark, item]) => `${(item ?? '').trim()}${mark === '-' ? ' (in progress)' : ''}`,
  )
}
