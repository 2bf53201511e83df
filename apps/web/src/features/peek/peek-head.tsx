import type { ReactNode } from 'react';
import { Layer } from '../../ui/text';

/** The first line of a preview: which layer, and what of it. */
export function Head({ layer, children }: { layer: 'L0' | 'L1' | 'L2' | 'L3'; children: ReactNode }) {
  return (
    <p className="flow meta">
      <Layer layer={layer} />
      {children}
    </p>
  );
}
