import { Link } from 'wouter'
import styles from './tab-links.module.css'

type TabLinksProps<T extends string> = {
  readonly label: string
  readonly tabs: readonly T[]
  /** May be a place that has no tab. */
  readonly current: string
  readonly labels: Readonly<Record<T, string>>
  readonly buildHref: (tab: T) => string
  /** Whether they are those of a whole screen. */
  readonly isLarge?: boolean
}

/** Tabs with an address each. */
export function TabLinks<T extends string>(props: TabLinksProps<T>) {
  const { label, tabs, current, labels, buildHref, isLarge = false } = props
  return (
    <nav className={styles.tabs} data-large={isLarge} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          href={buildHref(tab)}
          className={styles.tab ?? ''}
          aria-current={tab === current ? 'page' : undefined}
        >
          {labels[tab]}
        </Link>
      ))}
    </nav>
  )
}
