import { expect, it } from 'vitest'
import { replayCommand } from './replay-command.ts'

const info = {
  commandLine: ['node', '/opt/dewpoint/out/main/cli.js'],
  dataFolder: '/home/ann/my data',
  platform: 'linux x64',
}

it('the command of a replay runs in any folder, on the data of the window, up to its limit', () => {
  expect(replayCommand({ taskId: '11b5', maxCostUsd: 0.5, info })).toBe(
    "node /opt/dewpoint/out/main/cli.js replay 11b5 --policy replay-policies.yaml --max-cost 0.5 --data '/home/ann/my data'",
  )
})

it('its words are quoted as the shell of the platform takes them', () => {
  expect(replayCommand({ taskId: 'a', maxCostUsd: null, info: { ...info, dataFolder: "/it's" } })).toMatch(
    /--data '\/it'\\''s'$/,
  )
  const windows = { commandLine: ['dewpoint'], dataFolder: 'C:\\My Data', platform: 'win32 x64' }
  expect(replayCommand({ taskId: 'a', maxCostUsd: null, info: windows })).toMatch(/--data "C:\\My Data"$/)
})
