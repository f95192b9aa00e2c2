/** Seven sounds, made on the spot. As long as sound is off nothing of the audio system is touched. */

export type Sound = "select" | "land" | "refused" | "dice" | "loss" | "turn" | "win";

interface Tone {
  /** Hertz; noise is filtered around it. */
  pitch: number;
  /** Milliseconds from the beginning, and how long. */
  at: number;
  long: number;
  noise?: boolean;
}

const clicks = [0, 60, 130, 210, 300, 410].map((at): Tone => ({ pitch: 2400, at, long: 22, noise: true }));

const SOUNDS: Record<Sound, Tone[]> = {
  select: [{ pitch: 1800, at: 0, long: 25 }],
  land: [{ pitch: 180, at: 0, long: 70, noise: true }],
  refused: [{ pitch: 220, at: 0, long: 40 }, { pitch: 180, at: 60, long: 40 }],
  dice: clicks,
  loss: [{ pitch: 90, at: 0, long: 160 }],
  turn: [{ pitch: 660, at: 0, long: 300 }, { pitch: 880, at: 120, long: 300 }],
  win: [{ pitch: 523, at: 0, long: 300 }, { pitch: 659, at: 300, long: 300 }, { pitch: 784, at: 600, long: 300 }],
};

const VOLUME = 0.25;

class Loudspeaker {
  /** Whether anything may be heard just now; the settings decide. */
  on: () => boolean = () => false;
  private context: AudioContext | undefined;

  play(name: Sound): void {
    if (!this.on()) return;
    this.context ??= new AudioContext();
    void this.context.resume();
    for (const tone of SOUNDS[name]) this.sound(this.context, tone);
  }

  private sound(context: AudioContext, { pitch, at, long, noise }: Tone): void {
    const start = context.currentTime + at / 1000;
    const end = start + long / 1000;
    const gain = context.createGain();
    gain.gain.setValueAtTime(VOLUME, start);
    gain.gain.exponentialRampToValueAtTime(0.001, end);
    gain.connect(context.destination);
    const source = noise ? this.noise(context, pitch, gain) : this.tone(context, pitch, gain);
    source.start(start);
    source.stop(end);
  }

  private tone(context: AudioContext, pitch: number, to: AudioNode): AudioScheduledSourceNode {
    const source = context.createOscillator();
    source.frequency.value = pitch;
    source.connect(to);
    return source;
  }

  private noise(context: AudioContext, pitch: number, to: AudioNode): AudioScheduledSourceNode {
    const buffer = context.createBuffer(1, context.sampleRate / 5, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
    const source = context.createBufferSource();
    source.buffer = buffer;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter).connect(to);
    return source;
  }
}

export const sound = new Loudspeaker();
