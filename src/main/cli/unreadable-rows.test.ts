import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runSql } from '../platform/store/testing/run-sql.ts'
import { makeCommandLine, type CommandLine } from './testing/command-line.ts'

let cli: CommandLine
const database = (): string => join(cli.folder, 'data/dewpoint.sqlite')
beforeEach(async () => {
  cli = await makeCommandLine()
  cpSync('resources/sample-task', join(cli.folder, 'task'), { recursive: true })
  await cli.run(['inspect', 'task'])
})
afterEach(() => cli.clean())

const spoil = `
  update tasks set era = 'unknown';
  insert into profiles values ('x', 'X', '[]');
  insert into presets values ('truncation', 'x', 'X', '');
  insert into preset_versions values ('truncation', 'x', 1, '{"a', '', 1);
  insert into prompts values ('x', 'X', 'odd');
  insert into prompt_versions values ('x', 1, 't', '', 1)`

const notice = (table: string): string =>
  `1 row of table ${table} cannot be read and was left out. \`dewpoint doctor\` names it.\n`

describe('rows that cannot be read', () => {
  it.each([
    ['presets', ['presets', 'list']],
    ['prompts', ['prompts', 'list']],
    ['profiles', ['profiles', 'list']],
    ['', ['runs']],
  ])('of %s are left out with a sentence, and stop nothing else', async (table, line) => {
    runSql(database(), spoil)
    const { code, err } = await cli.run(line)
    expect([code, err]).toEqual([0, expect.not.stringContaining('DEWPOINT_DEBUG')])
    expect(err).toContain(table === '' ? '' : notice(table))
  })

  it('are named by what asks for one of them', async () => {
    runSql(database(), spoil)
    const { code, err } = await cli.run(['pins', 'list', 'task'])
    expect([code, err]).toEqual([2, expect.stringMatching(/A row of tasks is damaged at era: .* doctor/)])
    expect(err).not.toContain('DEWPOINT_DEBUG')
  })
})
