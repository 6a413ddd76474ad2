import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const call = '<read_file>\n<path>src/app.ts</path>\n</read_file>'
const result = `[read_file for 'src/app.ts'] Result:\n${'export const answer = 42\n'.repeat(100)}`

/** Writes a task folder of 18 messages whose agent reads one file again and again. */
export async function writeRepeatingTask(
  folder: string,
  said: string,
  ts = 1_700_000_000_000,
): Promise<void> {
  const texts = [
    `<task>\n${said}\n</task>`,
    ...Array.from({ length: 8 }, () => [call, result]).flat(),
    'Done.',
  ]
  const messages = texts.map((text, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text }],
    ts: ts + 1000 * index,
  }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(messages))
}
