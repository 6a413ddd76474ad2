import { z } from 'zod'
import type { ProviderInfo } from '../../../shared/methods/provider-types.ts'
import type { Method } from '../../kernel/method.ts'
import { findMethod, methods } from '../../methods/methods.ts'
import { implementer } from '../common/implementer.ts'
import { requireMethod } from './resolve-method.ts'

/** Handlers of the `providers` area. */
export function createProvidersHandlers() {
  const area = implementer.providers
  return {
    list: area.list.handler(() => methods.map(toInfo)),
    validate: area.validate.handler(({ input }) => {
      const { issues } = requireMethod(input.providerId).bind(input.settings, findMethod)
      return issues.map(({ path, message }) => ({ path, message }))
    }),
  }
}

function toInfo(provider: Method): ProviderInfo {
  const { id, label, description, version, kind = 'provider', capabilities, presets } = provider
  const defaults = provider.bind({}, findMethod)
  return {
    id,
    label,
    description,
    version,
    kind,
    capabilities,
    settingsJsonSchema: z.toJSONSchema(provider.settings, { io: 'input' }),
    defaults: defaults.ok ? defaults.resolved.settings : {},
    presets: [...presets],
  }
}
