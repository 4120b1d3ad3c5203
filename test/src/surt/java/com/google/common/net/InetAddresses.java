package com.google.common.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What keys need of Guava. */
public class InetAddresses {
  public static InetAddress fromInteger(int address) {
    byte[] octets = new byte[4];
    for (int index = 0; index < 4; index++) octets[index] = (byte) (address >> (24 - 8 * index));
    try {
      return InetAddress.getByAddress(octets);
    } catch (UnknownHostException error) {
      throw new AssertionError(error);
    }
  }
}
