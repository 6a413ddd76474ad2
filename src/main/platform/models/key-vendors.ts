import type { ModelProfile, ModelVendor } from '../../../shared/models/model-profile-types.ts'

/** A vendor whose keys people have in their environment. */
type KeyVendor = {
  /** What the names of its variables begin with. */
  readonly prefix: string
  /** Its own hosts, those below them included. No host under which a customer can put up a server. */
  readonly hosts: readonly string[]
}

/** Vendors of models that speak one of the two formats, as their own documentation names variable and address. */
const vendors: readonly KeyVendor[] = [
  { prefix: 'ANTHROPIC_', hosts: ['api.anthropic.com'] },
  { prefix: 'CEREBRAS_', hosts: ['api.cerebras.ai'] },
  { prefix: 'DASHSCOPE_', hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'] },
  { prefix: 'DEEPINFRA_', hosts: ['api.deepinfra.com'] },
  { prefix: 'DEEPSEEK_', hosts: ['api.deepseek.com'] },
  { prefix: 'FIREWORKS_', hosts: ['api.fireworks.ai'] },
  { prefix: 'GEMINI_', hosts: ['generativelanguage.googleapis.com'] },
  { prefix: 'GROQ_', hosts: ['api.groq.com'] },
  { prefix: 'MISTRAL_', hosts: ['api.mistral.ai'] },
  { prefix: 'MOONSHOT_', hosts: ['api.moonshot.ai', 'api.moonshot.cn'] },
  { prefix: 'NVIDIA_', hosts: ['integrate.api.nvidia.com'] },
  { prefix: 'OPENAI_', hosts: ['api.openai.com'] },
  { prefix: 'OPENROUTER_', hosts: ['openrouter.ai'] },
  { prefix: 'PERPLEXITY_', hosts: ['api.perplexity.ai'] },
  { prefix: 'SAMBANOVA_', hosts: ['api.sambanova.ai'] },
  { prefix: 'TOGETHER_', hosts: ['api.together.xyz', 'api.together.ai'] },
  { prefix: 'XAI_', hosts: ['api.x.ai'] },
  { prefix: 'ZAI_', hosts: ['api.z.ai'] },
]

/** What the names of variables begin with that were made for Dewpoint. */
export const ownPrefix = 'DEWPOINT_KEY_'

/** A compatible server is somebody else's: nobody's key of OpenAI goes there unless they say so. */
const usual: Readonly<Record<ModelVendor, { readonly variable: string; readonly origin: string } | null>> = {
  anthropic: { variable: 'ANTHROPIC_API_KEY', origin: 'https://api.anthropic.com' },
  openai: { variable: 'OPENAI_API_KEY', origin: 'https://api.openai.com' },
  'openai-compatible': null,
  recorded: null,
}

/** The variable that a profile means where it names none; null where its vendor has none. */
export function findUsualVariable(vendor: ModelVendor): string | null {
  return usual[vendor]?.variable ?? null
}

/**
 * Where the key of a profile would go: `https://models.example.com:8443`. Empty for what is no address of the web, which
 * is never asked.
 */
export function readKeyOrigin({ vendor, baseUrl }: Pick<ModelProfile, 'vendor' | 'baseUrl'>): string {
  if (baseUrl === null || baseUrl.trim() === '') return usual[vendor]?.origin ?? ''
  const url = URL.parse(baseUrl.trim())
  return url === null || !/^https?:$/.test(url.protocol) ? '' : url.origin
}

/** Hosts of the vendor that a variable is named after; null where its name begins with no vendor's. */
export function findVendorHosts(variable: string): readonly string[] | null {
  return vendors.find(({ prefix }) => variable.startsWith(prefix))?.hosts ?? null
}

/** Whether an origin is a vendor's own: encrypted, at the usual port, on one of its hosts or below one of them. */
export function isOwnOrigin(hosts: readonly string[], origin: string): boolean {
  const url = URL.parse(origin)
  if (url === null || url.protocol !== 'https:' || url.port !== '') return false
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}
