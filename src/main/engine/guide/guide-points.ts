import type { GuidePoint } from '../../../shared/domain/guide.ts'

/**
 * The design’s two charts as data: quality and cost as they are drawn there, reduction from its tables, because the
 * drawing puts lossless at over 90 % where the table says 20 to 40. Truncation has what was measured instead of the 80 to
 * 90 % of the table: the quartiles of `npm run bench -- reductions`.
 */
export const guidePoints: readonly GuidePoint[] = [
  {
    id: 'lossless',
    label: 'Lossless',
    providerId: 'lossless',
    reductionPercent: { low: 20, high: 40 },
    qualityPercent: 95,
    costUsd: 0,
  },
  {
    id: 'smart-quality',
    label: 'Smart, quality',
    providerId: 'smart',
    reductionPercent: { low: 60, high: 70 },
    qualityPercent: 75,
    costUsd: 0.03,
  },
  {
    id: 'native',
    label: 'Native',
    providerId: 'native',
    reductionPercent: { low: 40, high: 60 },
    qualityPercent: 55,
    costUsd: 0.07,
  },
  {
    id: 'native-profile',
    label: 'Native, cheap model',
    providerId: 'native',
    reductionPercent: { low: 40, high: 60 },
    qualityPercent: null,
    costUsd: 0.01,
  },
  {
    id: 'smart-aggressive',
    label: 'Smart, aggressive',
    providerId: 'smart',
    reductionPercent: { low: 85, high: 95 },
    qualityPercent: 35,
    costUsd: 0,
  },
  {
    id: 'truncation',
    label: 'Truncation',
    providerId: 'truncation',
    reductionPercent: { low: 3, high: 76 },
    qualityPercent: 15,
    costUsd: 0,
  },
]
