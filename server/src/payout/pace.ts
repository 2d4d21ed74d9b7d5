/** How long the worker waits for what. Milliseconds; tests live faster. */
export interface Pace {
  /** What is not found counts as not there so long after it was posted. */
  notFound: number;
  /** After too many calls. */
  later: number;
  /** A merchant's line rests when its account holds too little, and between tries when it is refused altogether. */
  pause: number;
  /** ACCEPTED and PROCESSING for so long are posted again. */
  repost: number;
  /** Between the first questions about something unknown; each next one waits twice as long, up to `notFound`. */
  ask: number;
  /** A worker may take so long for one attempt. */
  lease: number;
  /** One minute of the schedule of questions. */
  minute: number;
  /** Between two looks for what is due; twice as long after each that found nothing, up to `idle`. */
  beat: number;
  idle: number;
}

export const realPace: Pace = {
  notFound: 60_000,
  later: 30_000,
  pause: 600_000,
  repost: 600_000,
  ask: 2_000,
  lease: 60_000,
  minute: 60_000,
  beat: 20,
  idle: 1_000,
};

/** Ages, in minutes since the first post, at which a live attempt is asked for: 30 s … 30 min, hourly to 26 h, every 6 h to 72 h. */
const ages = [
  0.5,
  1,
  2,
  5,
  10,
  30,
  ...Array.from({ length: 26 }, (_, hour) => (hour + 1) * 60),
  ...Array.from({ length: 7 }, (_, index) => (32 + index * 6) * 60),
  72 * 60,
];

/** Milliseconds until an attempt of this age is asked for again; nothing when it is a person's turn. */
export const untilNextPoll = ({ minute }: Pace, age: number): number | undefined => {
  const next = ages.find((at) => at * minute > age);
  return next === undefined ? undefined : next * minute - age;
};
