import { describe, expect, it } from 'vitest'
import type { Machine } from './editors.ts'
import { listStoragePlaces } from './list-storage-places.ts'

const linux: Machine = { platform: 'linux', home: '/home/ada', environment: {} }
const mac: Machine = { platform: 'darwin', home: '/Users/ada', environment: {} }
const windows: Machine = {
  platform: 'win32',
  home: 'C:\\Users\\ada',
  environment: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
}

const pathsOn = (machine: Machine, settings: string | null = null): readonly string[] =>
  listStoragePlaces(machine, ({ name }) => (name === 'VS Code' ? settings : null)).map(({ path }) => path)

describe('places in which agents keep tasks', () => {
  it.each([
    ['Linux', linux, '/home/ada/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks'],
    ['Linux', linux, '/home/ada/.config/Code - Insiders/User/globalStorage/kilocode.kilo-code/tasks'],
    ['Linux', linux, '/home/ada/.config/VSCodium/User/globalStorage/zoocodeorganization.zoo-code/tasks'],
    ['Linux', linux, '/home/ada/.config/Cursor/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['Linux', linux, '/home/ada/.vscode-server/data/User/globalStorage/rooveterinaryinc.roo-cline/tasks'],
    ['Linux', linux, '/home/ada/.local/share/code-server/User/globalStorage/kilocode.kilo-code/tasks'],
    ['Linux', linux, '/home/ada/.cline/data/tasks'],
    ['Linux', linux, '/home/ada/.cline/data/sessions'],
    ['Linux', linux, '/home/ada/.claude/projects'],
    ['Linux', linux, '/home/ada/.codex/sessions'],
    ['Linux', linux, '/home/ada/.local/share/opencode/opencode.db'],
    ['Linux', linux, '/home/ada/.local/share/opencode/storage/session'],
    ['Linux', linux, '/home/ada/.local/share/kilo/kilo.db'],
    ['Linux', linux, '/home/ada/.local/share/goose/sessions/sessions.db'],
    ['macOS', mac, '/Users/ada/.local/share/opencode/opencode.db'],
    ['Windows', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\data\\sessions\\sessions.db'],
    ['Windows', windows, 'C:\\Users\\ada\\.local\\share\\kilo\\kilo.db'],
    ['Linux', linux, '/home/ada/.gemini/tmp'],
    ['Linux', linux, '/home/ada/.qwen/tmp'],
    ['Linux', linux, '/home/ada/.qwen/projects'],
    ['Linux', linux, '/home/ada/.copilot/session-state'],
    ['Linux', linux, '/home/ada/.iflow/projects'],
    ['Linux', linux, '/home/ada/.codex/archived_sessions'],
    ['Linux', linux, '/home/ada/.pi/agent/sessions'],
    ['Linux', linux, '/home/ada/.dsh/sessions'],
    ['Linux', linux, '/home/ada/.kimi-code/sessions'],
    ['Linux', linux, '/home/ada/.omp/agent/sessions'],
    ['macOS', mac, '/Users/ada/.omp/profiles'],
    ['Windows', windows, 'C:\\Users\\ada\\.omp\\agent\\sessions'],
    ['Linux', linux, '/home/ada/.kimi/sessions'],
    ['Windows', windows, 'C:\\Users\\ada\\.kimi\\sessions'],
    ['Linux', linux, '/home/ada/.continue/sessions'],
    ['Linux', linux, '/home/ada/.factory/sessions'],
    ['Windows', windows, 'C:\\Users\\ada\\.factory\\sessions'],
    ['Linux', linux, '/home/ada/.openhands/conversations'],
    ['Linux', linux, '/home/ada/.openhands/sessions'],
    ['macOS', mac, '/Users/ada/.continue/sessions'],
    ['macOS', mac, '/Users/ada/.openhands/conversations'],
    ['Windows', windows, 'C:\\Users\\ada\\.continue\\sessions'],
    ['Windows', windows, 'C:\\Users\\ada\\.openhands\\conversations'],
    [
      'macOS',
      mac,
      '/Users/ada/Library/Application Support/Windsurf/User/globalStorage/rooveterinaryinc.roo-cline/tasks',
    ],
    [
      'macOS',
      mac,
      '/Users/ada/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks',
    ],
    ['macOS', mac, '/Users/ada/.codex/sessions'],
    ['macOS', mac, '/Users/ada/.gemini/tmp'],
    ['macOS', mac, '/Users/ada/.qwen/projects'],
    ['macOS', mac, '/Users/ada/.copilot/session-state'],
    ['macOS', mac, '/Users/ada/.pi/agent/sessions'],
    [
      'Windows',
      windows,
      'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\globalStorage\\rooveterinaryinc.roo-cline\\tasks',
    ],
    [
      'Windows',
      windows,
      'C:\\Users\\ada\\AppData\\Roaming\\Cursor\\User\\globalStorage\\saoudrizwan.claude-dev\\tasks',
    ],
    ['Windows', windows, 'C:\\Users\\ada\\.claude\\projects'],
    ['Windows', windows, 'C:\\Users\\ada\\.gemini\\tmp'],
    ['Windows', windows, 'C:\\Users\\ada\\.qwen\\projects'],
    ['Windows', windows, 'C:\\Users\\ada\\.copilot\\session-state'],
    ['Windows', windows, 'C:\\Users\\ada\\.codex\\sessions'],
    ['Windows', windows, 'C:\\Users\\ada\\.pi\\agent\\sessions'],
  ])('on %s: %#', (_, machine, path) => {
    expect(pathsOn(machine)).toContain(path)
  })

  it.each([
    [
      'XDG_CONFIG_HOME, which is ignored where it is relative',
      { ...linux, environment: { XDG_CONFIG_HOME: 'not/absolute' } },
      `${linux.home}/.config/Code/User/`,
    ],
    ['XDG_CONFIG_HOME on Linux', { ...linux, environment: { XDG_CONFIG_HOME: '/x' } }, '/x/Code/User/'],
    ['APPDATA on Windows', { ...windows, environment: { APPDATA: 'D:\\Data' } }, 'D:\\Data\\Code\\User\\'],
    ['no APPDATA on Windows', { ...windows, environment: {} }, 'C:\\Users\\ada\\AppData\\Roaming\\Code\\'],
    [
      'XDG_CONFIG_HOME, which macOS does not know',
      { ...mac, environment: { XDG_CONFIG_HOME: '/x' } },
      '/Users/',
    ],
  ])('follow %s', (_, machine, start) => {
    expect(pathsOn(machine)[0]).toMatch(new RegExp(`^${start.replaceAll('\\', '\\\\')}`))
  })

  it.each([
    [{ CLINE_DIR: '/c' }, '/c/data/tasks'],
    [{ CLINE_DIR: '/c', CLINE_DATA_DIR: '/d' }, '/d/sessions'],
    [{ CLINE_DATA_DIR: '/d', CLINE_SESSION_DATA_DIR: '/s' }, '/s'],
    [{ CLAUDE_CONFIG_DIR: '/claude' }, '/claude/projects'],
    [{ CODEX_HOME: '/codex' }, '/codex/sessions'],
    [{ XDG_DATA_HOME: '/data' }, '/data/opencode/opencode.db'],
    [{ XDG_DATA_HOME: '/data' }, '/data/muse/sessions'],
    [{ XDG_CONFIG_HOME: '/config' }, '/config/Kiro/User/globalStorage/kiro.kiroagent'],
    [{ GOOSE_PATH_ROOT: '/goose' }, '/goose/data/sessions/sessions.db'],
    [{ OPENCODE_DB: '/mnt/all.db' }, '/mnt/all.db'],
    [{ KILO_DB: 'mine.db' }, '/home/ada/.local/share/kilo/mine.db'],
    [{ GEMINI_CLI_HOME: '/g' }, '/g/.gemini/tmp'],
    [{ QWEN_HOME: '/q' }, '/q/projects'],
    [{ COPILOT_HOME: '/c' }, '/c/session-state'],
    [{ CODEX_HOME: '/codex' }, '/codex/archived_sessions'],
    [{ PI_CODING_AGENT_DIR: '/pi' }, '/pi/sessions'],
    [{ PI_CODING_AGENT_SESSION_DIR: '/mine' }, '/mine'],
    [{ KIMI_CODE_HOME: '/k2' }, '/k2/sessions'],
    [{ DSH_HOME: '/d' }, '/d/sessions'],
    [{ PI_CONFIG_DIR: '.mine' }, '/home/ada/.mine/agent/sessions'],
    [{ XDG_DATA_HOME: '/data' }, '/data/omp/sessions'],
    [{ XDG_DATA_HOME: '/data' }, '/data/omp/profiles'],
    [{ KIMI_SHARE_DIR: '/k' }, '/k/sessions'],
    [{ CONTINUE_GLOBAL_DIR: '/c' }, '/c/sessions'],
    [{ OPENHANDS_PERSISTENCE_DIR: '/o' }, '/o/conversations'],
    [{ OPENHANDS_CONVERSATIONS_DIR: '/mine' }, '/mine'],
  ])('follow %j', (environment, path) => {
    expect(pathsOn({ ...linux, environment })).toContain(path)
  })

  it.each([
    ['{"roo-cline.customStoragePath": "/mnt/roo"}', '/mnt/roo/tasks'],
    ['{\n  // moved\n  "a": 1,\n\t"roo-cline.customStoragePath" : "/mnt/\\u0072oo",\n}', '/mnt/roo/tasks'],
    ['{"kilo-code.customStoragePath": "/mnt/kilo"}', '/mnt/kilo/tasks'],
  ])('are also where the settings of the editor have moved them: %s', (settings, path) => {
    const paths = pathsOn(linux, settings)
    expect(paths).toContain(path)
    expect(paths).toHaveLength(pathsOn(linux).length + 1)
  })

  it.each([
    '{"roo-cline.customStoragePath": ""}',
    '{\n  // "roo-cline.customStoragePath": "/mnt/roo"\n}',
    '{"roo-cline.customStoragePath": 5}',
    '{"roo-clineXcustomStoragePath": "/mnt/roo"}',
    'no settings',
  ])('are not moved by %j', (settings) => {
    expect(pathsOn(linux, settings)).toEqual(pathsOn(linux))
  })
})
