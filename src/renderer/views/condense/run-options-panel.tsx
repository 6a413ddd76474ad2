import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { AdvancedOptions } from './advanced-options.tsx'
import { ModelBar, type OptionsProps } from './model-bar.tsx'
import { takesPrompt } from './run-options.ts'

type RunOptionsPanelProps = OptionsProps & {
  readonly provider: ProviderInfo
  readonly providers: readonly ProviderInfo[]
  readonly isAdvanced: boolean
}

/** The model where one is asked, and on demand what few runs need. */
export function RunOptionsPanel(props: RunOptionsPanelProps) {
  const { provider, providers, options, isAdvanced } = props
  const chain = [provider, ...providers.filter(({ id }) => options.fallback.includes(id))]
  const asksModel = chain.some(({ capabilities }) => capabilities.usesModel)
  return (
    <>
      {asksModel && <ModelBar {...props} hasPrompt={takesPrompt(provider)} />}
      {isAdvanced && <AdvancedOptions {...props} asksModel={asksModel} />}
    </>
  )
}
