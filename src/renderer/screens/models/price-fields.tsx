import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../data/engine-context.ts'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { FormSection } from '../../ui/components/form/form-section.tsx'
import { formatFieldAmount } from '../../ui/components/form/read-typed-figure.ts'
import type { FieldProps } from './read-draft.ts'

const kinds = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cacheWrites', 'Cache writes'],
  ['cacheReads', 'Cache reads'],
] as const

/** Prices of the profile, with those of the price library as placeholders. */
export function PriceFields({ draft, issues, change }: FieldProps) {
  const { queries } = useEngine()
  const [model] = useDebouncedValue(draft.model.trim(), 300)
  const known = useQuery(
    queries.profiles.knownModel.queryOptions({
      input: { model },
      enabled: model !== '',
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ).data
  return (
    <FormSection title="Prices" note={describeKnownModel(model, known)}>
      {kinds.map(([kind, label]) => (
        <FigureInput
          key={kind}
          label={label}
          isMoney
          value={draft.prices[kind]}
          error={issues[`prices.${kind}`]}
          placeholder={formatPricePlaceholder(known?.prices[kind])}
          onChange={(price) => change({ prices: { ...draft.prices, [kind]: price } })}
        />
      ))}
    </FormSection>
  )
}

function formatPricePlaceholder(price: number | undefined): string {
  return price === undefined ? 'unknown' : formatFieldAmount(price)
}

function describeKnownModel(model: string, known: { readonly knownAs: string } | null | undefined): string {
  const unit = 'Dollars per million tokens.'
  if (model === '' || known === undefined) return unit
  return known === null
    ? `${unit} The price library does not know this model. Without prices here its cost is unknown, not zero.`
    : `${unit} Empty fields take the price of ${known.knownAs} from the price library.`
}
