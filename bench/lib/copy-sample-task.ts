import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample-task')
const names = ['api_conversation_history.json', 'ui_messages.json', 'history_item.json', 'task_metadata.json']
const texts = new Map(names.map((name) => [name, readFileSync(join(sample, name), 'utf8')]))

/** The sample task under another title and workspace, which also stand in its history. */
export function copySampleTask(folder: string, index: number): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of texts) writeFileSync(join(folder, name), changed(name, text, index))
}

function changed(name: string, text: string, index: number): string {
  if (name === 'history_item.json') {
    const item: Record<string, unknown> = JSON.parse(text)
    const ts = Number(item['ts']) + index * 60_000
    return JSON.stringify({ ...item, ts, task: `Task ${index}`, workspace: `/work/project-${index % 20}` })
  }
  return name === 'api_conversation_history.json' ? text.replace('<task>', `<task>\nTask ${index}.`) : text
}
