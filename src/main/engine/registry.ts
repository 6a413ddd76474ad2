import { abStrategy } from './policy/strategies/ab.ts'
import { adaptiveStrategy } from './policy/strategies/adaptive.ts'
import { costAwareStrategy } from './policy/strategies/cost-aware.ts'
import { pipelineStrategy } from './policy/strategies/pipeline.ts'
import { preferencesStrategy } from './policy/strategies/preferences.ts'
import { progressiveStrategy } from './policy/strategies/progressive.ts'
import { qualityFirstStrategy } from './policy/strategies/quality-first.ts'
import type { CondensationProvider } from './provider.ts'
import { composedProvider } from './providers/composed/composed.ts'
import { externalProvider } from './providers/external/external.ts'
import { losslessProvider } from './providers/lossless/lossless.ts'
import { nativeProvider } from './providers/native/native.ts'
import { slidingWindowProvider } from './providers/sliding-window/sliding-window.ts'
import { smartProvider } from './providers/smart/smart.ts'
import { truncationProvider } from './providers/truncation/truncation.ts'
import { vendorProvider } from './providers/vendor/vendor.ts'

/** Every provider there is, in the order in which the doors list them. */
export const providers: readonly CondensationProvider[] = [
  losslessProvider,
  truncationProvider,
  nativeProvider,
  smartProvider,
  slidingWindowProvider,
  composedProvider,
  externalProvider,
  vendorProvider,
  pipelineStrategy,
  adaptiveStrategy,
  costAwareStrategy,
  qualityFirstStrategy,
  progressiveStrategy,
  preferencesStrategy,
  abStrategy,
]

/** The provider of an id, or undefined. */
export function findProvider(id: string): CondensationProvider | undefined {
  return providers.find((provider) => provider.id === id)
}
