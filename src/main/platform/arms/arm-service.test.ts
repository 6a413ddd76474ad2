import { describe, expect, it } from 'vitest'
import { createArmService, type ArmDependencies } from './arm-service.ts'
import { armDependencies } from './testing/arm-dependencies.ts'

const dependencies = armDependencies()
const holdsKey = (name: string): RegExp => new RegExp(`${name}, a variable that by its name holds a key`)

describe('who may run', () => {
  const command = [process.execPath, '-e', 'process.stdout.write("{}")']
  const ask = (settings: object, more: Partial<ArmDependencies> = {}) =>
    createArmService({ ...dependencies, ...more }).findRefusal('external', settings)
  const armPermits = { isAllowed: () => Promise.resolve(false), allow: () => Promise.resolve() }
  const unknown = { store: { ...dependencies.store, armPermits } }

  it.each<[string, object, RegExp]>([
    ['a command', { command }, /the command .* has not been allowed on this machine. Allow it./],
    [
      'an address elsewhere',
      { address: 'https://models.example.com/x' },
      /the address https:\/\/models\.example\.com/,
    ],
    [
      'an address here',
      { address: 'http://127.0.0.1:2375/containers' },
      /the address http:\/\/127\.0\.0\.1:2375 has/,
    ],
    ['an address here by name', { address: 'http://localhost:9/' }, /the address http:\/\/localhost:9 has/],
    [
      'an address here that is given a key',
      { address: 'http://127.0.0.1:9/', profile: 'main' },
      /with the key of the profile main/,
    ],
    [
      'code in a folder',
      { framework: 'ai-prune-messages', folder: '/tmp/x' },
      /ai-prune-messages in \/tmp\/x/,
    ],
    ['a variable with a key', { command, environment: ['OPENAI_API_KEY'] }, holdsKey('OPENAI_API_KEY')],
    ['a numbered key', { command, environment: ['SERVICE_KEY_2'] }, holdsKey('SERVICE_KEY_2')],
    ['a password', { command, environment: ['PGPASSWORD'] }, holdsKey('PGPASSWORD')],
    ['code in no folder', { framework: 'ai-prune-messages' }, /names no folder: make one/],
    ['an address of files', { address: 'file:///etc/passwd' }, /begins with file:/],
  ])('is refused where nobody allowed it: %s', async (_name, settings, says) => {
    expect(await ask(settings, { ...unknown, confirm: undefined })).toMatch(says)
  })

  it.each<[string, object]>([
    ['a command', { command: ['node', 'x\u001B[2K\u009B2K\u202Eevil\u2028\u00A0\u200B'] }],
    ['a folder', { framework: 'ai-prune-messages', folder: '/x\n\u001B[1A\u001B[2K\u009B2K\u202Etxt\u200B' }],
    ['a profile', { command: ['node'], profile: 'main\r\u001B[2K\u009B2K\u202Eyes\u2066' }],
  ])('is asked with nothing in the question that steers a terminal or hides: %s', async (_name, settings) => {
    const questions: string[] = []
    const confirm = (question: string): Promise<boolean> => {
      questions.push(question)
      return Promise.resolve(false)
    }
    expect(await ask(settings, { ...unknown, confirm })).toMatch(/^[\x20-\x7E]*$/)
    expect(questions).toEqual([expect.stringMatching(/^[\x20-\x7E]*u\{9b\}2K\\u\{202e\}[\x20-\x7E]*$/)])
  })

  it('runs once somebody says yes', async () => {
    const confirm = (): Promise<boolean> => Promise.resolve(true)
    for (const settings of [{ command }, { address: 'https://models.example.com/x' }])
      expect(await ask(settings, { ...unknown, confirm })).toBeNull()
  })

  it('is asked once for all that run it at a time, and not again soon after a no', async () => {
    let asked = 0
    const confirm = (): Promise<boolean> => {
      asked += 1
      return Promise.resolve(false)
    }
    const service = createArmService({ ...dependencies, ...unknown, confirm })
    const refusals = await Promise.all([1, 2, 3].map(() => service.findRefusal('external', { command })))
    expect(refusals.every((refusal) => refusal !== null)).toBe(true)
    await service.findRefusal('external', { command })
    expect(asked).toBe(1)
  })

  it('is refused to whoever asks from elsewhere, with one question, until that is answered', async () => {
    const permits = new Set<string>()
    const store = {
      ...dependencies.store,
      armPermits: {
        isAllowed: (target: string) => Promise.resolve(permits.has(target)),
        allow: (target: string) => Promise.resolve(void permits.add(target)),
      },
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let asked = 0
    const confirm = (): Promise<boolean> => {
      asked += 1
      return promise
    }
    const service = createArmService({ ...dependencies, store, confirm, isAskedElsewhere: true })
    for (const _ of [1, 2]) expect(await service.findRefusal('external', { command })).not.toBeNull()
    expect(asked).toBe(1)
    resolve(true)
    await expect.poll(() => service.findRefusal('external', { command })).toBeNull()
    expect(asked).toBe(1)
  })

  it('is another arm once its arguments or its variables are others', async () => {
    const permits = new Set<string>()
    const store = {
      ...dependencies.store,
      armPermits: {
        isAllowed: (target: string) => Promise.resolve(permits.has(target)),
        allow: (target: string) => Promise.resolve(void permits.add(target)),
      },
    }
    expect(await ask({ command }, { store })).toBeNull()
    for (const settings of [
      { command: [...command, 'x'] },
      { command, environment: ['HOME'] },
      { command, profile: 'main' },
    ])
      expect(await ask(settings, { store, confirm: undefined })).toMatch(/has not been allowed/)
    expect(await ask({ command }, { store, confirm: undefined })).toBeNull()
  })
})
