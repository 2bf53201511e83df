import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

type Labels<L extends string> = { help: string; labels?: readonly L[] };

/** Prometheus registry of the process. Names start with `memhub_`; labels come from closed sets. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'memhub_' });
  }

  counter<L extends string>(name: string, { help, labels = [] }: Labels<L>): Counter<L> {
    return new Counter({ name: `memhub_${name}`, help, labelNames: labels, registers: [this.registry] });
  }

  /** A gauge that is read when it is scraped. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void {
    const gauge: Gauge = new Gauge({
      name: `memhub_${name}`,
      help,
      registers: [this.registry],
      collect: async () => gauge.set(await read()),
    });
  }

  histogram<L extends string>(name: string, { help, labels = [] }: Labels<L>): Histogram<L> {
    const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
    return new Histogram({
      name: `memhub_${name}`,
      help,
      labelNames: labels,
      buckets,
      registers: [this.registry],
    });
  }
}
