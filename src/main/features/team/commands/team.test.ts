import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { hasPostgres, startPostgres, type Postgres } from '../../../platform/queue/testing/postgres.ts'
import { onDatabase } from '../../../testing/queue-bench.ts'

describe.skipIf(!(await hasPostgres()))('pull', () => {
  let postgres: Postgres
  let cli: CommandLine
  let other: CommandLine
  beforeAll(async () => {
    postgres = await startPostgres()
    cli = await makeCommandLine()
    other = await makeCommandLine()
  }, 60_000)
  afterAll(async () => {
    for (const one of [cli, other]) await one.clean()
    await postgres.close()
  })

  it('takes the rest where one cannot be read, says so, and says whose the others are', async () => {
    const env = { DEWPOINT_DATABASE: await postgres.database() }
    const report = resolve(import.meta.dirname, '../../../../../resources/sample-experiment/experiment.json')
    await cli.run(['experiment', 'import', report])
    const [{ id } = { id: '' }] = (await cli.json(['experiment', 'list'])) as readonly { id: string }[]
    expect((await cli.run(['push', id, '--database'], env)).code).toBe(0)
    await onDatabase(
      env.DEWPOINT_DATABASE,
      `insert into dewpoint.shared (id, content_sha256, name, pushed_by, is_redacted, cells, bytes, body)
       values ('bad', '', 'bad', 'nobody', false, 1, 1, 'Unknown frame')`,
    )
    const { code, out, err } = await other.run(['pull', '--database'], env)
    expect([code, out]).toEqual([1, expect.stringMatching(/^Experiment \w+ \(.+\) imported\.\n$/)])
    expect(err).toContain('Not taken: bad: The experiment bad of the team cannot be read')
    const list = (await other.run(['experiment', 'list'])).out
    expect(list).toContain('of the team')
    const [pulled] = (await other.json(['experiment', 'list'])) as readonly {
      id: string
      pushedBy?: string
    }[]
    expect(pulled?.pushedBy).toMatch(/, Dewpoint \d/)
    expect((await other.run(['experiment', 'show', pulled?.id ?? ''])).out).toMatch(
      /whose +Pulled from a team, pushed by .+, Dewpoint/,
    )
    expect(
      (await other.run(['pull', 'bad', '--out', join(other.folder, 'x.html'), '--database'], env)).code,
    ).toBe(2)
  }, 60_000)
})
