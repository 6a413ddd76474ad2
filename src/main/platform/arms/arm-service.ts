import { isAbsolute } from 'node:path'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmCall, ArmCaller, ArmReply, ArmTarget } from '../../kernel/external-arm.ts'
import { externalSettingsSchema, resolveArmTarget } from '../../methods/external/settings.ts'
import { fingerprintFile } from '../files/fingerprint-file.ts'
import { findKey, type Environment } from '../models/find-key.ts'
import type { KeyVault } from '../models/keys.ts'
import type { Store } from '../store/store.ts'
import { askAddress } from './ask-address.ts'
import { findFramework, findFolderFault, buildFrameworkCommand } from './frameworks.ts'
import { explainAddressFault, isKeyVariable, buildPermitKey, describePermitQuestion } from './permits.ts'
import { makeFailedReply } from './reply.ts'
import { runCommand } from './run-command.ts'
import { runModule } from './run-module.ts'

/** Asks a person whether an arm may run; how, and whether at all, is the door's. */
export type ConfirmArm = (question: string) => Promise<boolean>

export type ArmDependencies = {
  readonly store: Pick<Store, 'armPermits' | 'profiles' | 'keyPermits'>
  readonly environment: Environment
  readonly vault: KeyVault
  readonly resourcesFolder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Absent where nobody can be asked. */
  readonly confirm?: ConfirmArm | undefined
  /** Whoever asks is elsewhere and would wait without knowing for what: refused until the question is answered. */
  readonly isAskedElsewhere?: boolean
  /** What a person can do to allow an arm, where it is refused. */
  readonly hint: string
}

export type ArmService = ArmCaller & {
  /** What the arms of some settings are besides their settings: versions and fingerprints of files; empty where there is nothing to tell. */
  readonly identify: (providerId: string, settings: unknown) => Promise<string>
  /** Whether the arms of some settings may answer the same question in two ways: commands and addresses, for all we know. */
  readonly mayVary: (providerId: string, settings: unknown) => boolean
  /** Asks for what the arms of some settings need; the first refusal, as a sentence, or null. */
  readonly findRefusal: (providerId: string, settings: unknown) => Promise<string | null>
}

/** A person who said no is not asked again at once, in milliseconds: a replay asks at each condensation. */
const refusalMs = 5000

/** What runs external arms: allowed ones alone, with no more than they name. */
export function createArmService(dependencies: ArmDependencies): ArmService {
  const isAllowed = createPermits(dependencies)
  return {
    call: async (call, signal) => {
      const refusal =
        findTargetFault(call.target) ?? (await refuseUnlessAllowed(call, dependencies, isAllowed))
      return refusal ?? run(call, dependencies, signal)
    },
    identify: async (providerId, settings) => {
      const identities = await Promise.all(
        collectExternalArms(providerId, settings).map(({ target }) => computeTargetIdentity(target)),
      )
      return identities.filter((identity) => identity !== '').join(', ')
    },
    mayVary: (providerId, settings) =>
      collectExternalArms(providerId, settings).some(({ target }) => target.kind !== 'framework'),
    findRefusal: async (providerId, settings) => {
      for (const arm of collectExternalArms(providerId, settings)) {
        const refusal =
          findTargetFault(arm.target) ?? (await refuseUnlessAllowed(arm, dependencies, isAllowed))
        if (refusal?.kind === 'failed') return refusal.message
      }
      return null
    },
  }
}

type Asked = Pick<ArmCall, 'target' | 'profileId'>
type Permits = (asked: Asked) => Promise<boolean>

function createPermits({ store, now, confirm, isAskedElsewhere = false }: ArmDependencies): Permits {
  const asking = new Map<string, Promise<boolean>>()
  const refusedUntil = new Map<string, number>()
  const ask = async (permit: string, question: string): Promise<boolean> => {
    if (await store.armPermits.isAllowed(permit)) return true
    if (confirm === undefined || now() < (refusedUntil.get(permit) ?? 0)) return false
    const isConfirmed = await confirm(question)
    if (isConfirmed) await store.armPermits.allow(permit, now())
    else refusedUntil.set(permit, now() + refusalMs)
    return isConfirmed
  }
  return async (asked) => {
    const permit = buildPermitKey(asked)
    if (permit === null) return true
    if (isAskedElsewhere && (await store.armPermits.isAllowed(permit))) return true
    const begun =
      asking.get(permit) ?? ask(permit, describePermitQuestion(asked)).finally(() => asking.delete(permit))
    asking.set(permit, begun)
    if (!isAskedElsewhere) return begun
    // A question that fails is no answer, and nobody waits for it here.
    begun.catch(() => undefined)
    return false
  }
}

/** What is wrong with a target before anybody is asked. */
function findTargetFault(target: ArmTarget): ArmReply | null {
  if (target.kind === 'address') {
    const why = explainAddressFault(target.address)
    return why === '' ? null : makeFailedReply(armFailure('arm-bad-address', { why }))
  }
  if (target.kind === 'module' && !isAbsolute(target.path))
    return makeFailedReply(armFailure('arm-bad-module', { path: target.path }))
  const noFolder = target.kind === 'framework' ? findFolderFault(target) : null
  if (noFolder !== null) return makeFailedReply(noFolder)
  const variable = target.kind === 'command' ? target.environment.find(isKeyVariable) : undefined
  return variable === undefined ? null : makeFailedReply(armFailure('arm-names-key', { variable }))
}

async function refuseUnlessAllowed(
  asked: Asked,
  { hint }: ArmDependencies,
  isAllowed: Permits,
): Promise<ArmReply | null> {
  return (await isAllowed(asked))
    ? null
    : makeFailedReply(armFailure('arm-not-allowed', { arm: describePermitQuestion(asked), hint }))
}

async function run(call: ArmCall, dependencies: ArmDependencies, signal: CancelSignal): Promise<ArmReply> {
  const { target, profileId, document, timeLimitMs, outputLimitBytes } = call
  const found = await readProfileKey(profileId, dependencies)
  if (found.obstacle !== '')
    return makeFailedReply(armFailure('arm-key-missing', { profile: profileId ?? '', why: found.obstacle }))
  const { key } = found
  const common = { document, timeLimitMs, outputLimitBytes }
  if (target.kind === 'address')
    return askAddress({ ...common, arm: target.address, address: new URL(target.address), key }, signal)
  if (target.kind === 'command') {
    const environment = buildArmEnvironment(target.environment, key, dependencies.environment)
    return runCommand(
      {
        ...common,
        arm: target.command[0] ?? '',
        command: target.command,
        exchange: target.exchange,
        environment,
      },
      signal,
    )
  }
  if (target.kind === 'module') {
    const environment = buildArmEnvironment([], key, dependencies.environment)
    return runModule({ ...common, path: target.path, environment }, signal)
  }
  const framework = await findFramework(target)
  if (!framework.ok) return makeFailedReply(framework.failure)
  const command = buildFrameworkCommand(target, dependencies.resourcesFolder)
  const environment = buildArmEnvironment([], key, dependencies.environment)
  return runCommand({ ...common, arm: framework.version, command, exchange: 'pipe', environment }, signal)
}

async function readProfileKey(
  profileId: string | null,
  { store, vault, environment }: ArmDependencies,
): Promise<{ readonly key: string | null; readonly obstacle: string }> {
  if (profileId === null) return { key: null, obstacle: '' }
  const profile = await store.profiles.get(profileId)
  if (profile === null) return { key: null, obstacle: 'there is no such profile.' }
  const { key, obstacle } = await findKey(profile, { vault, environment, permits: store.keyPermits })
  return { key, obstacle }
}

/** On Windows hardly any program starts without these. */
const always = process.platform === 'win32' ? ['PATH', 'Path', 'SystemRoot', 'PATHEXT'] : ['PATH']

function buildArmEnvironment(
  names: readonly string[],
  key: string | null,
  environment: Environment,
): Readonly<Record<string, string>> {
  const given = [...always, ...names].flatMap((name): [string, string][] => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(given), ...(key === null ? {} : { DEWPOINT_ARM_KEY: key }) }
}

/** All external arms in the settings of a provider, those of its steps included. */
function collectExternalArms(providerId: unknown, settings: unknown): readonly Asked[] {
  if (providerId === 'external') {
    const parsed = externalSettingsSchema.safeParse(settings ?? {})
    const target = parsed.success ? resolveArmTarget(parsed.data) : null
    const profileId = parsed.success && parsed.data.profile.trim() !== '' ? parsed.data.profile.trim() : null
    return target === null ? [] : [{ target, profileId }]
  }
  if (typeof settings !== 'object' || settings === null) return []
  return Object.values(settings).flatMap((value: unknown): readonly Asked[] => {
    if (Array.isArray(value)) return value.flatMap((one: unknown) => collectStepArms(one))
    return collectStepArms(value)
  })
}

function collectStepArms(value: unknown): readonly Asked[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'providerId' in value && 'settings' in value ? collectExternalArms(value.providerId, value.settings) : []
  return own.length > 0 ? own : collectExternalArms(null, value)
}

async function computeTargetIdentity(target: ArmTarget): Promise<string> {
  switch (target.kind) {
    case 'address':
      return ''
    case 'framework': {
      const found = await findFramework(target)
      return found.ok ? found.version : ''
    }
    case 'module':
      return fingerprintFile(target.path).catch(() => '')
    case 'command': {
      const files = target.command.filter((word) => isAbsolute(word))
      const prints = await Promise.all(files.map((file) => fingerprintFile(file).catch(() => '')))
      return prints.filter((print) => print !== '').join('+')
    }
  }
}
