import { z } from 'zod'
import type { Preset } from '../../../shared/methods/provider-types.ts'
import { frameworkIds, type ArmTarget, type FrameworkId } from '../../kernel/external-arm.ts'
import { armFormatIds } from './formats/formats.ts'

/** Settings of an external arm: what is run or asked, what it is given, and how far it may go. */
export const externalSettingsSchema = z.strictObject({
  name: z.string().max(80).default('').meta({
    title: 'Name',
    description: 'What reports call the arm. Its command or address where it is empty.',
  }),
  command: z.array(z.string().max(4096)).max(64).default([]).meta({
    title: 'Command',
    description:
      'Program and arguments, one per entry. It runs without a shell, in an empty folder: name files by absolute paths.',
  }),
  address: z.string().max(2048).default('').meta({
    title: 'Address',
    description: 'In the place of a command: http or https. It has to be allowed.',
  }),
  module: z.string().max(4096).default('').meta({
    title: 'Module',
    description:
      'In the place of a command: absolute path of a JavaScript module. Its default export gets the document and returns the answer.',
  }),
  exchange: z.enum(['pipe', 'directory']).default('pipe').meta({
    title: 'How a command is given the document',
    description:
      'pipe: on stdin, and it answers on stdout. directory: as input.json in the folder that it runs in, and it writes output.json there.',
  }),
  framework: z
    .enum(['none', ...frameworkIds])
    .default('none')
    .meta({
      title: 'Framework',
      description: 'In the place of a command: its own code, from the folder below.',
    }),
  folder: z.string().max(4096).default('').meta({
    title: 'Folder of the framework',
    description: 'Absolute path of a folder in which its package is installed.',
  }),
  format: z.enum(armFormatIds).default('anthropic').meta({ title: 'Format of the messages' }),
  environment: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .max(32)
    .default([])
    .meta({
      title: 'Environment variables',
      description: 'Names of those that the command is given beside PATH. None that holds a key.',
    }),
  profile: z.string().max(200).default('').meta({
    title: 'Profile whose key it is given',
    description: 'Empty for none. As DEWPOINT_ARM_KEY for a command, as a bearer token for an address.',
  }),
  model: z.string().max(200).default('').meta({ title: 'Model', description: 'Passed on to the arm.' }),
  windowTokens: z.int().min(1).max(100_000_000).default(200_000).meta({
    title: 'Window (tokens)',
    description: 'Passed on to the arm.',
  }),
  timeLimitSeconds: z.number().min(0.1).max(3600).default(120).meta({ title: 'Time limit (s)' }),
  outputLimitMegabytes: z.number().min(0.001).max(512).default(64).meta({ title: 'Output limit (MB)' }),
  settings: z.record(z.string(), z.json()).default({}).meta({
    title: 'Settings of the arm',
    description: 'JSON that is passed on as it is.',
  }),
})
export type ExternalSettings = z.infer<typeof externalSettingsSchema>

/** What settings name; null where that is nothing, or more than one thing. */
export function resolveArmTarget({
  command,
  exchange,
  address,
  module,
  framework,
  folder,
  environment,
}: ExternalSettings): ArmTarget | null {
  const targets: ArmTarget[] = [
    ...(command.length === 0 ? [] : [{ kind: 'command' as const, command, exchange, environment }]),
    ...(address.trim() === '' ? [] : [{ kind: 'address' as const, address: address.trim() }]),
    ...(module.trim() === '' ? [] : [{ kind: 'module' as const, path: module.trim() }]),
    ...(framework === 'none' ? [] : [{ kind: 'framework' as const, framework, folder }]),
  ]
  return targets.length === 1 ? (targets[0] ?? null) : null
}

const frameworkLabels: Readonly<Record<FrameworkId, { readonly label: string; readonly about: string }>> = {
  'ai-prune-messages': {
    label: 'AI SDK pruneMessages',
    about: 'The package ai: takes reasoning and all but the newest calls out.',
  },
  'langchain-trim-messages': {
    label: 'LangChain trimMessages',
    about: 'The package @langchain/core: keeps the newest messages up to a number of tokens.',
  },
  'langchain-clear-tool-uses': {
    label: 'LangChain ClearToolUsesEdit',
    about: 'The package langchain: clears older tool results above a number of tokens.',
  },
  'pi-find-cut-point': {
    label: "pi's cut",
    about: 'The package @mariozechner/pi-coding-agent: what stays before its model summarises the rest.',
  },
}

/** Defaults of each framework by its own documentation; the folder is the user's to name. */
const frameworkSettings: Readonly<Record<FrameworkId, Partial<z.input<typeof externalSettingsSchema>>>> = {
  'ai-prune-messages': {
    format: 'ai-sdk',
    settings: { reasoning: 'all', toolCalls: 'before-last-message', emptyMessages: 'remove' },
  },
  'langchain-trim-messages': {
    format: 'openai-chat',
    settings: { strategy: 'last', includeSystem: true, startOn: 'human', allowPartial: false },
  },
  'langchain-clear-tool-uses': {
    format: 'openai-chat',
    settings: {
      trigger: 100_000,
      keep: 3,
      clearToolInputs: false,
      excludeTools: [],
      placeholder: '[cleared]',
    },
  },
  'pi-find-cut-point': { format: 'openai-chat', settings: { keepRecentTokens: 20_000 } },
}

/** One preset per framework, and a bare one. */
export const externalPresets: readonly Preset[] = [
  {
    id: 'default',
    label: 'Own arm',
    description: 'Names nothing yet: set a command or an address.',
    settings: externalSettingsSchema.parse({}),
  },
  ...frameworkIds.map((framework): Preset => {
    const { label, about } = frameworkLabels[framework]
    const settings = externalSettingsSchema.parse({ name: label, framework, ...frameworkSettings[framework] })
    return { id: framework, label, description: `${about} Set the folder it is installed in.`, settings }
  }),
]
