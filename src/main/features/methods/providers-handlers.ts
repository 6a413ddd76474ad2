import { z } from 'zod'
import { settingsSchema, type ProviderInfo } from '../../../shared/methods/provider-types.ts'
import type { CondensationProvider } from '../../kernel/provider.ts'
import { findProvider, providers } from '../../methods/registry.ts'
import { implementer } from '../common/implementer.ts'
import { requireProvider } from './resolve-settings.ts'

/** Handlers of the `providers` area. */
export function createProvidersHandlers() {
  const area = implementer.providers
  return {
    list: area.list.handler(() => providers.map(toInfo)),
    validate: area.validate.handler(({ input }) => {
      const bound = requireProvider(input.providerId).bind(input.settings, findProvider)
      return bound.ok ? [] : bound.issues.map(({ path, message }) => ({ path, message }))
    }),
  }
}

function toInfo(provider: CondensationProvider): ProviderInfo {
  const { id, label, description, version, kind = 'provider', capabilities, presets } = provider
  const defaults = provider.bind({})
  return {
    id,
    label,
    description,
    version,
    kind,
    capabilities,
    settingsJsonSchema: z.toJSONSchema(provider.settings, { io: 'input' }),
    defaults: defaults.ok ? settingsSchema.parse(defaults.settings) : {},
    presets: [...presets],
  }
}
