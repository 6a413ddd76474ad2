import { readFileSync } from 'node:fs'

/**
 * The step of the Action that comments: puts the table of a gate under a pull request, in the place of the table of an earlier run.
 * Its own comment is known by a mark, because whatever else runs in workflows comments under the same name. Without the right
 * to comment, which a pull request from a fork does not have, it warns and fails nothing.
 */

/** GitHub takes 65,536 characters. */
const longest = 60_000
const perPage = 100

async function main(): Promise<void> {
  const address = `${readVariable('GITHUB_API_URL')}/repos/${readVariable('REPOSITORY')}/issues`
  const mark = `<!-- dewpoint gate ${readVariable('GATE').replaceAll('--', '- -')} -->`
  const body = `${mark}\n${readFileSync(readVariable('REPORT'), 'utf8')}`.slice(0, longest)
  const own = await findComment(`${address}/${readVariable('NUMBER')}/comments`, mark)
  await (own === null
    ? ask('POST', `${address}/${readVariable('NUMBER')}/comments`, { body })
    : ask('PATCH', `${address}/comments/${own}`, { body }))
}

function readVariable(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is not set`)
  return value
}

/** Number of the comment that begins with a mark; null where there is none. */
async function findComment(address: string, mark: string): Promise<number | null> {
  for (let page = 1; ; page += 1) {
    const found = await ask('GET', `${address}?per_page=${perPage}&page=${page}`)
    const comments: readonly unknown[] = Array.isArray(found) ? found : []
    for (const comment of comments) {
      const { id, body } = { id: null, body: null, ...(typeof comment === 'object' ? comment : {}) }
      if (typeof id === 'number' && typeof body === 'string' && String(body).startsWith(mark)) return id
    }
    if (comments.length < perPage) return null
  }
}

async function ask(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${readVariable('GH_TOKEN')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} was answered with ${response.status}`)
  return response.json()
}

try {
  await main()
} catch (error) {
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
  console.log(
    `::warning::The table could not be posted as a comment (${why}): give the job the right pull-requests, write.`,
  )
}
