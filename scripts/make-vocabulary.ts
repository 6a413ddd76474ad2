import { writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { findTasks } from '../src/main/agents/find-tasks.ts'
import { ImportFailure } from '../src/main/agents/import-failure.ts'
import { importTask } from '../src/main/agents/import-task.ts'
import { listSessions } from '../src/main/agents/list-sessions.ts'
import { createConversation } from '../src/main/kernel/conversation.ts'
import { findFacts } from '../src/main/measure/facts/find-facts.ts'
import { buildTaskPath } from '../src/shared/library/build-task-path.ts'

/**
 * Writes the words that many workspaces share: identifiers, bare names of files and short commands that stand in histories
 * of three workspaces or more. Takes the folder with the histories, one folder a format in it, in that one a history.
 */
const [folder] = process.argv.slice(2)
const leastWorkspaces = 3
const target = join(import.meta.dirname, '..', 'src/main/measure/facts/vocabulary.ts')

if (folder === undefined) {
  console.error('Name the folder with the histories: npm run vocabulary -- <folder>')
  process.exit(2)
}
const root = resolve(folder)
const holders = new Map<string, Set<string>>()
for await (const { workspace, words } of histories(root)) {
  for (const word of words) {
    const own = holders.get(word) ?? new Set<string>()
    holders.set(word, own.add(workspace))
  }
}
const shared = [...holders].flatMap(([word, own]) => (own.size >= leastWorkspaces ? [word] : [])).toSorted()
const workspaces = new Set([...holders.values()].flatMap((own) => [...own])).size
writeFileSync(target, sourceOf(shared, workspaces))
console.log(`${shared.length} words that ${leastWorkspaces} or more of ${workspaces} workspaces share`)

type Words = { readonly workspace: string; readonly words: readonly string[] }

async function* histories(from: string): AsyncGenerator<Words> {
  const { paths, stores } = await findTasks(from, { depth: 12, folders: 20_000 })
  for (const file of new Set([...paths, ...stores])) {
    const sessions = await listSessions(file).catch(skipped(file))
    const all = sessions === null ? [file] : sessions.map(({ key }) => buildTaskPath(file, key))
    for (const path of all) {
      const task = await importTask(path).catch(skipped(path))
      if (task === null) continue
      const conversation = createConversation(task.messages, { id: 'none', count: () => 0 })
      const words = findFacts(conversation).flatMap(({ classId, key, text }) =>
        (classId === 'path' && !key.includes('/')) || classId === 'symbol' || classId === 'command'
          ? [classId === 'command' ? key : text]
          : [],
      )
      yield { workspace: workspaceOf(path), words: words.filter((word) => isPlain(word)) }
    }
  }
}

function skipped(path: string): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof ImportFailure)) throw error
    console.error(`${relative(root, path)}: ${error.message}`)
    return null
  }
}

/** The repository that a folder of histories is named after, `owner__name__session`; others are one. */
function workspaceOf(path: string): string {
  const [format = '', name = ''] = relative(root, path).split(sep)
  return name.includes('__') ? name.split('__').slice(0, 2).join('__') : format
}

/** A word, or a command of a few: nothing with a path, a number of many digits or a name of a person's folder. */
function isPlain(word: string): boolean {
  return /^[A-Za-z._][\w. -]{2,39}$/.test(word) && !/\d{3}/.test(word) && word.split(' ').length <= 3
}

function sourceOf(words: readonly string[], from: number): string {
  const lines: string[] = ['']
  for (const word of words) {
    const own = word.replaceAll(' ', '~')
    const last = lines.at(-1) ?? ''
    if (last.length + own.length > 112) lines.push(own)
    else lines[lines.length - 1] = last === '' ? own : `${last} ${own}`
  }
  return `/**
 * Identifiers, names of files and commands that say nothing of a task: those that stand in histories of ${leastWorkspaces} or more of
 * ${from} public repositories under the MIT and Apache licences. Written by
 * \`scripts/make-vocabulary.ts\`; words only, in the order of their characters, \`~\` for a blank.
 */
const words = \`
${lines.map((line) => `  ${line}`).join('\n')}
\`

export const vocabulary: ReadonlySet<string> = new Set(
  words
    .trim()
    .split(/\\s+/)
    .map((word) => word.replaceAll('~', ' ')),
)
`
}
